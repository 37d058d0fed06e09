import { startSheet } from "./sheet.js";

startSheet(document);
