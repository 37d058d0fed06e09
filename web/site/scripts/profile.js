// The page round the practitioner's form.
import { showForm } from "./form-frame.js";

showForm("profile-frame", SITE_PROFILE_FRAME);
