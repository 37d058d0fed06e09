// The page round the curator's form.
import { showForm } from "./form-frame.js";

showForm("publish-frame", SITE_PUBLISH_FRAME);
