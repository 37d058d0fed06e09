// The element's own words in German; everything else is the sheet's.
export const de = {
  language: "de",
  direction: "ltr",
  frame: "Meinen Eintrag prüfen",
  alone: "Diese Datei ist ein Teil anderer Seiten: Sie wird von expost-check.js gezeigt, das neben ihr liegen muss.",
  notLoaded: "Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.",
};
