// Faults of tables, in German; ../en says what may stand here.

/** @type {import("../en/table-errors.js").TableErrors} */
export const tableErrors = {
  cell: {
    missing: (column) => `Spalte „${column}“ ist hier leer und braucht in jeder Zeile einen Wert.`,
    "not-a-number": (column) => `In Spalte „${column}“ muss hier eine Zahl stehen.`,
    "not-finite": (column) => `In Spalte „${column}“ muss hier eine endliche Zahl stehen.`,
    "ambiguous-number": (column) =>
      `Die Zahl in Spalte „${column}“ lässt sich auf zwei Arten lesen: Schreiben Sie nichts zwischen die Tausender.`,
    "not-a-boolean": (column) => `In Spalte „${column}“ muss hier yes oder no stehen, oder true, false, 1 oder 0.`,
    "unknown-level": (column) => `In Spalte „${column}“ steht hier ein Wert, der nicht zur Wahl steht.`,
    "wrong-type": (column) => `In Spalte „${column}“ steht hier eine andere Art von Wert.`,
    "out-of-range": (column) => `In Spalte „${column}“ steht hier ein Wert, der sich nicht verwenden lässt.`,
    "not-utf8": (column) =>
      `In Spalte „${column}“ stehen hier Zeichen, die nicht in UTF-8 sind: Speichern Sie die Datei als UTF-8.`,
  },
  column: {
    "missing-column": (column) => `Der Datei fehlt die Spalte „${column}“.`,
    "duplicate-column": (column) => `Die Spalte „${column}“ kommt in der Datei zweimal vor.`,
    "wrong-type": (column) => `Spalte „${column}“ hat eine Art von Werten, die sich nicht lesen lässt.`,
    "one-class": (column) => `In Spalte „${column}“ steht in allen Zeilen dasselbe. Es müssen mindestens zwei Werte vorkommen.`,
  },
  table: {
    "wrong-length": "Diese Zeile hat mehr oder weniger Werte als die Kopfzeile Spalten.",
    "unclosed-quote": "Hier ist ein Anführungszeichen nicht geschlossen.",
    "too-long": "Diese Zeile ist zu lang.",
    "not-utf8": "Die Datei ist nicht in UTF-8: Speichern Sie sie als UTF-8.",
    "not-a-table": "Diese Datei lässt sich nicht als Tabelle lesen.",
    empty: "Unter der Kopfzeile stehen keine Zeilen.",
    "too-few": "Es sind zu wenige Zeilen.",
    changed: "Die Datei wurde geändert, während sie gelesen wurde.",
  },
};
