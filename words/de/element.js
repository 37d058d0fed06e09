// The few words that the custom element says itself, in German.

/** @type {import("../en/element.js").ElementWords} */
export const element = {
  frame: "Meinen Eintrag prüfen",
  alone: "Diese Datei ist ein Teil anderer Seiten: Sie wird von expost-check.js gezeigt, das neben ihr liegen muss.",
  notLoaded: "Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.",
};
