// Every word the sheet shows, in German. ../en says what may stand in a file of words.
//
// „Eintrag“ is the record, because „Datensatz“ is the whole data set to many; „Chance“ the
// chance; „Zusage“ the promise. Not to be used here: sicher, anonym, geschützt, garantiert.
import { inResult } from "./models.js";

/** @type {import("../en/check.js").CheckWords} */
export const check = {
  language: "de",
  locale: "de-DE",
  direction: "ltr",
  decimals: [","],

  title: "Was könnte dieses Modell über Sie verraten?",
  intro:
    "Könnte jemand erkennen, dass Ihr Eintrag zum Trainieren verwendet wurde? Diese Seite berechnet das auf diesem Gerät. Ihr Browser weigert sich, etwas von ihr zu senden. Das können Sie selbst nachprüfen.",
  embeddedTitle: "Meinen Eintrag prüfen",

  howToCheck: {
    summary: "Selbst nachprüfen, dass nichts gesendet wird",
    points: [
      "Trennen Sie zuerst die Verbindung zum Internet. Die Berechnung geht genauso. Das ist die vollständige Probe.",
      "Oder öffnen Sie die Entwicklerwerkzeuge Ihres Browsers und wählen Sie „Netzwerk“. Füllen Sie dann das Formular aus und prüfen Sie Ihren Eintrag: Es erscheint keine Anfrage. Eine Verbindung ohne Anfrage wird dort nicht gezeigt.",
      "Diese Seite enthält eine Regel für Ihren Browser, eine Content Security Policy: keine Verbindungen, keine abgeschickten Formulare und nur ihr eigenes Programm, dessen Fingerabdrücke in der Seite stehen. Sie können die Regel ganz oben im Quelltext der Seite lesen.",
      "Die Regel bindet diese Seite. Sie bindet weder Erweiterungen Ihres Browsers noch andere Programme auf diesem Gerät. Löschen Sie an einem gemeinsam genutzten Computer Ihren Eintrag, wenn Sie fertig sind.",
    ],
  },

  noscript: "Diese Seite braucht JavaScript: Gerechnet wird hier, auf Ihrem Gerät, und nirgendwo sonst.",
  notStarted:
    "Wenn hier nichts weiter erscheint, durfte das Programm dieser Seite nicht laufen: Eine Regel dieser Website hält es an (Content-Security-Policy). Sagen Sie es bitte denen, die die Website betreiben. Oder speichern Sie diese Seite als Datei und öffnen Sie die Datei.",

  report: {
    heading: "Der Bericht",
    choose: "Datei mit dem Bericht auswählen",
    chooseHint:
      "Sie bekommen die Datei von der Stelle, die das Modell veröffentlicht hat. Ihr Name endet meist auf .json. Sie können die Datei auch auf diese Seite ziehen.",
    paste: "Stattdessen den Text des Berichts einfügen",
    pasteLabel: "Text des Berichts",
    pasteButton: "Diesen Text verwenden",
    another: "Einen anderen Bericht verwenden",
    more: "Mehr über diesen Bericht",
    title: "Titel",
    publisherUnknown: "nicht angegeben",
    contact: "Kontakt",
    published: "Datum",
    description: "Wozu das Modell dient",
    shared: "Was veröffentlicht wurde",
    kinds: {
      "data-independent": "Das Modell. Sonst nichts, was aus den Daten berechnet wurde.",
      hessian:
        "Das Modell und eine technische Zusammenfassung der Daten, der Zufallsrauschen hinzugefügt wurde. Was diese verrät, ist in Ihrem Ergebnis enthalten.",
      "data-dependent":
        "Das Modell und zwei technische Zusammenfassungen der Daten, denen Zufallsrauschen hinzugefügt wurde. Was diese verraten, ist in Ihrem Ergebnis enthalten.",
      adaptive:
        "Das Modell und drei technische Zusammenfassungen der Daten, denen Zufallsrauschen hinzugefügt wurde. Was diese verraten, ist in Ihrem Ergebnis enthalten.",
    },
    fingerprint: "Fingerabdruck",
    fingerprintMissing: "kann bei einer unverschlüsselten Verbindung nicht berechnet werden",
    software: "Geschrieben von",
    signed: "Signiert mit dem Schlüssel",
    signedNote:
      "Einen Schlüssel kann jeder erzeugen: Vergleichen Sie ihn mit dem, den die veröffentlichende Stelle anderswo zeigt.",
    checked:
      "Wir haben geprüft, dass die Datei vollständig ist. Ob die veröffentlichende Stelle die Wahrheit darüber sagt, wie sie entstanden ist, können wir nicht prüfen.",
    sample: "Beispiel",
    sampleNote: "Erfundene Daten ohne echte Menschen dahinter. Geben Sie also beliebige Werte ein.",
    experiment: "Experiment",
    experimentNote:
      "Das Rauschen in diesem Bericht stammt aus einem festen Startwert. Wer ihn kennt, kann das Rauschen wieder herausrechnen. Das ist ein Experiment und keine Veröffentlichung: Verlassen Sie sich nicht auf diese Ergebnisse.",
    weakness: "Bekannte Schwäche",
    weaknessNote:
      "Das Modell in diesem Bericht wurde mit allen Stellen veröffentlicht. Ein bekannter Angriff auf solche Stellen kann mehr über einen Eintrag verraten, als die Ergebnisse hier sagen.",
    peopleRoughly: (count) => `Etwa ${count}`,
    membership: "Was haben sie gemeinsam?",
    short: {
      notStated: "Nicht angegeben",
      whatPromised: "Was wurde zugesagt?",
      promised: (before, most) =>
        `Wer das Veröffentlichte untersucht, sieht die Chance, dass ein bestimmter Eintrag verwendet wurde, statt bei ${before} höchstens bei ${most}.`,
      promisedBesideDelta: (before, most) =>
        `Wer das Veröffentlichte untersucht, sieht die Chance, dass ein bestimmter Eintrag verwendet wurde, statt bei ${before} höchstens bei ${most}; seltene Ausgänge bleiben beiseite.`,
      promisedLittle: (most) => `So gut wie nichts: Jemand könnte auf eine Chance von ${most} kommen.`,
      nothingPromised: "Allen nichts. Jede Person kann trotzdem eine eigene Grenze berechnen.",
      toWhom: "Wem?",
      people: "Wie viele Menschen?",
      roughly: (count) => `${count}.`,
      by: (name) => `${name}.`,
      behind: "Wer steht dahinter?",
      signed: "Signiert.",
      unsigned: "Nicht signiert.",
      links: "Nennt Webseiten zu Rechten oder Datenschutz.",
      noLinks: "Nennt keine Webseiten zu Rechten oder Datenschutz.",
      weak: "Was fehlt oder ist schwach?",
      missing: (level, sentence) => `${level}: ${sentence}`,
      nothingWeak: "Nichts, was sich aus der Datei berechnen lässt.",
    },
    warningLevels: { note: "Hinweis", warning: "Warnung", serious: "Schwerwiegend" },
    warning: {
      "epsilon-note": "Die Zusage an alle lässt Raum: Aus 50 von 100 können mehr als 80 werden.",
      "epsilon-warning": "Die Zusage an alle ist schwach: Aus 50 von 100 können mehr als 95 werden.",
      "epsilon-serious": "Die Zusage an alle ist so schwach, dass sie kaum etwas begrenzt.",
      "delta-note":
        "Der Raum für seltene Ausgänge, δ, ist mehr als ein Hundertstel des Anteils einer Person an den Daten. Er sollte kleiner sein.",
      "delta-warning":
        "Der Raum für seltene Ausgänge, δ, ist zu groß: Bei wenigen von vielen solchen Veröffentlichungen könnte ein Eintrag veröffentlicht werden, wie er ist.",
      people: "Der Bericht sagt nicht, um wie viele Menschen es geht. So kann niemand sagen, ob δ klein genug ist.",
      "no-promise": "Der Bericht gibt keine Zusage an alle.",
      "no-publisher": "Der Bericht sagt nicht, wer ihn veröffentlicht hat.",
    },
  },

  states: {
    noReport: {
      title: "Noch kein Bericht",
      body: "Wählen Sie den Bericht aus, der zusammen mit dem Modell veröffentlicht wurde. Danach kommt Ihr Eintrag.",
    },
    noReportEmbedded: {
      title: "Noch kein Bericht",
      body: "Das Formular für Ihren Eintrag erscheint hier, sobald ein Bericht ausgewählt ist.",
    },
    reading: { title: "Der Bericht wird gelesen …", body: "" },
    notAReport: {
      title: "Das ist kein Privatsphäre-Bericht",
      body: "Die Datei wurde gelesen, aber sie ist kein Privatsphäre-Bericht. Sehen Sie nach, ob Sie den Bericht ausgewählt haben und nicht das Modell oder die Daten.",
      detail: "Was nicht stimmt:",
    },
    damagedReport: {
      title: "Dieser Bericht enthält einen Fehler",
      body: "Es ist ein Privatsphäre-Bericht, aber etwas darin stimmt nicht. Deshalb lässt sich kein Ergebnis daraus berechnen. Sie selbst können das nicht beheben: Sagen Sie der veröffentlichenden Stelle Bescheid.",
      detail: "Was Sie ihr sagen können:",
    },
    newerFormat: {
      title: "Dieser Bericht hat ein neueres Format",
      body: "Er wurde für eine spätere Fassung dieser Seite gemacht. Verwenden Sie die Seite, die zu dem Bericht gehört, oder holen Sie sich die neueste Fassung dieser Seite.",
      detail: "Was gefunden wurde:",
    },
    hashMismatch: {
      title: "Das ist nicht der erwartete Bericht",
      body: "Die Seite oder der Link, über den Sie hierher kamen, nennt den Fingerabdruck, den der Bericht haben muss. Die Datei, die angekommen ist, hat einen anderen: Sie wurde geändert, ausgetauscht oder beschädigt. Aus ihr wird kein Ergebnis berechnet.",
      expected: "Fingerabdruck, den er haben muss",
      found: "Fingerabdruck der Datei",
    },
    hashUnchecked: {
      title: "Der Fingerabdruck des Berichts kann hier nicht geprüft werden",
      body: "Der Link nennt den Fingerabdruck, den der Bericht haben muss. Diese Seite kam aber über eine unverschlüsselte Verbindung, und dort kann Ihr Browser keine Fingerabdrücke berechnen. Es wird kein Ergebnis berechnet. Öffnen Sie die Seite über https.",
    },
    noFigure: {
      title: "Diese Seite hat kein Ergebnis für diesen Bericht",
      body: "Der Bericht ist vollständig, aber diese Seite hat kein Verfahren für die Art von Modell, die er beschreibt. Verwenden Sie die Prüfseite, die die veröffentlichende Stelle dazu anbietet.",
      detail: "Grund:",
      promise: (epsilon, delta) =>
        `Die Zusage an alle gilt trotzdem: ε = ${epsilon}, δ = ${delta}. Sie umfasst jeden Eintrag, den irgendjemand haben könnte, auch Ihren.`,
      noPromise: "Der Bericht nennt auch keine Zusage an alle.",
    },
    pathMissing: {
      title: "Eine Datei dieses Berichts fehlt",
      body: "Ein Teil dieses Berichts steht in einer zweiten Datei, die die veröffentlichende Stelle daneben anbietet. Ohne sie lässt sich kein Ergebnis berechnen. Wenn Sie sie haben, wählen Sie sie hier wie den Bericht aus, oder ziehen Sie sie auf diese Seite.",
      detail: "Die Datei:",
    },
    noLimit: {
      title: "Für diesen Eintrag können wir keine Grenze angeben",
      body: "Das heißt nicht, dass Ihr Eintrag verraten wurde, und es heißt nicht, dass er nicht verraten wurde. Für diese Werte kann diese Seite nichts ausschließen. Wenn es eine Zusage an alle gibt, gilt sie weiterhin.",
    },
    noEffect: {
      title: "Dieser Eintrag hat in diesem Modell keine Wirkung",
      body: "Alles, was veröffentlicht wurde, war mit diesem Eintrag genauso wahrscheinlich wie ohne ihn. Wer es auswertet, erfährt nicht, ob dieser Eintrag verwendet wurde.",
    },
    changed: {
      title: "Sie haben einen Wert geändert: Das Ergebnis gilt nicht mehr",
      body: "Prüfen Sie Ihren Eintrag noch einmal, um ein Ergebnis für die neuen Werte zu erhalten.",
      before: (headline) => `Das Ergebnis für Ihre früheren Werte war: „${headline}“.`,
    },
    reduced: {
      title: "Einige Werte wurden so geändert wie beim Training",
      range: "Das Modell hat nie Werte außerhalb seines Bereichs gesehen.",
      size: "Kein Eintrag zählt mehr als eine festgelegte Größe.",
      body: "Das Ergebnis gilt für die Werte, wie sie das Modell gesehen hätte.",
    },
    filled: {
      title: "Leere Felder wurden so ergänzt wie beim Training",
      body: "Das Ergebnis gilt für den Eintrag, wie ihn das Modell gesehen hätte.",
    },
    adjusted: {
      raised: (label, from, to) => `${label}: ${from} zählt als ${to}, der kleinste Wert im Bericht.`,
      lowered: (label, from, to) => `${label}: ${from} zählt als ${to}, der größte Wert im Bericht.`,
      filled: (label, to) => `${label}: leer, zählt als ${to}.`,
      scaled: "Alle Werte zusammen wurden verkleinert, damit kein Eintrag mehr zählt als die festgelegte Größe.",
    },
    noWebAssembly: {
      title: "Dieser Browser kann nicht rechnen",
      body: "Für die Berechnung wird WebAssembly gebraucht. Dieser Browser hat es nicht oder es ist abgeschaltet. Manche Browser schalten es in ihrer strengsten Einstellung ab. Öffnen Sie die Seite in einem anderen Browser oder lassen Sie WebAssembly für sie zu.",
    },
    selfTest: {
      title: "Es wird kein Ergebnis gezeigt",
      body: "Diese Seite testet sich vor jeder Prüfung selbst. In diesem Browser ging ein Test falsch aus, deshalb zeigen wir kein Ergebnis. Versuchen Sie es mit einem anderen Browser und sagen Sie der veröffentlichenden Stelle Bescheid.",
      detail: "Was nicht gestimmt hat:",
    },
    wentWrong: {
      title: "Es wird kein Ergebnis gezeigt",
      body: "Bei der Berechnung für diesen Eintrag ist etwas schiefgegangen. Ihre Antworten stehen noch im Formular.",
      detail: "Was nicht gestimmt hat:",
    },
    unreadable: {
      title: "Die Datei konnte nicht gelesen werden",
      body: "Sie ist kein Text, oder Ihr Browser durfte sie nicht öffnen. Wählen Sie sie noch einmal aus.",
    },
    notFetched: {
      title: "Der Bericht konnte nicht geladen werden",
      body: "Die Seite, die dieses Formular zeigt, nennt einen Bericht, und er ist nicht angekommen. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu. Wenn es dabei bleibt, sagen Sie der Stelle Bescheid, die die Seite betreibt.",
      detail: "Wo er sein sollte:",
    },
    badFingerprint: {
      title: "Der Bericht kann nicht geprüft werden",
      body: "Die Seite, die dieses Formular zeigt, nennt einen Fingerabdruck, den der Bericht haben muss. Er besteht aber nicht aus 64 hexadezimalen Ziffern. Es wird kein Ergebnis berechnet. Sagen Sie der Stelle Bescheid, die die Seite betreibt.",
    },
    signatureWrong: {
      title: "Die Signatur dieses Berichts passt nicht",
      body: "Er wurde verändert, nachdem ihn jemand signiert hat, oder die Signatur ist beschädigt. Daraus wird kein Ergebnis berechnet. Holen Sie den Bericht noch einmal bei der veröffentlichenden Stelle, und sagen Sie ihr Bescheid.",
    },
    signatureMissing: {
      title: "Die erwartete Stelle hat diesen Bericht nicht signiert",
      body: "Die Seite oder der Link, über den Sie hierher gekommen sind, sagt, mit welchem Schlüssel der Bericht signiert sein muss. Er hat keine Signatur oder die eines anderen Schlüssels. Daraus wird kein Ergebnis berechnet.",
    },
    signatureUnchecked: {
      title: "Die Signatur des Berichts kann hier nicht geprüft werden",
      body: "Die Seite oder der Link, über den Sie hierher gekommen sind, sagt, mit welchem Schlüssel der Bericht signiert sein muss, aber dieser Browser kann keine Signaturen prüfen. Es wird kein Ergebnis berechnet. Nehmen Sie einen neueren Browser, und öffnen Sie die Seite über https.",
    },
  },

  form: {
    heading: "Ihr Eintrag",
    intro:
      "Ihr Eintrag ist die Zeile mit Angaben über Sie, die vielleicht verwendet wurde. Geben Sie die Angaben so ein, wie die veröffentlichende Stelle sie aufgeschrieben hätte. Sie müssen nicht wissen, ob sie verwendet wurden: Das Ergebnis gilt für beide Fälle.",
    keeps: "Was Sie eingeben, bleibt auf dieser Seite und ist weg, sobald Sie sie verlassen.",
    labelWithUnit: (label, unit) => `${label} (${unit})`,
    range: (minimum, maximum) => `Von ${minimum} bis ${maximum}.`,
    outside: (labels) => `Ein Wert außerhalb seines Bereichs zählt wie das nähere Ende, so wie beim Training. Hier: ${labels}.`,
    optional: (value) => `Lassen Sie das Feld leer, wenn nichts erfasst wurde. Es zählt dann als ${value}, wie beim Training.`,
    outcomeWhy:
      "Das sollte das Modell vorherzusagen lernen. Es gehörte zu jedem Eintrag, deshalb wird es für die Berechnung gebraucht.",
    unsure: "Ich weiß es nicht genau",
    unsureOfAll: "Ich weiß keinen dieser Werte genau",
    unsureHint: "Was Sie gar nicht wissen, lassen Sie frei.",
    from: "Mindestens",
    to: "Höchstens",
    choosePrompt: "Bitte wählen",
    notRecorded: "Nicht erfasst",
    yes: "ja",
    no: "nein",
    submit: "Meinen Eintrag prüfen",
    entered: "Meine Angaben zeigen oder ändern",
    errorPrefix: "Fehler:",
    coded: "Kodierter Eintrag",
    codedHint: (count) =>
      `Dieser Bericht nimmt Einträge, die schon kodiert sind: ${count} Zahlen mit Punkt vor den Nachkommastellen, getrennt durch Kommas oder Leerzeichen.`,
    codedOutcome: "Kodierter Zielwert",
    codedClassHint: (last) => `Die Nummer der Klasse, von 0 bis ${last}.`,
    codedOutcomeHint: "Der Zielwert, wie er dem Modell gegeben wurde, zum Beispiel -1 oder 1.",
    image: "Ihr Bild",
    imageHint: {
      grey: (width, height) =>
        `Eine graue PNG- oder PGM-Datei mit genau ${width} × ${height} Pixeln. Sie werden gelesen, wie sie gespeichert sind: Nichts wird skaliert oder verändert. Zahlen in einer .npy- oder JSON-Datei gehen auch. Sie können die Datei auch auf diese Seite ziehen.`,
      colours: (width, height) =>
        `Eine farbige PNG- oder PPM-Datei mit genau ${width} × ${height} Pixeln. Sie werden gelesen, wie sie gespeichert sind: Nichts wird skaliert oder verändert. Zahlen in einer .npy- oder JSON-Datei gehen auch. Sie können die Datei auch auf diese Seite ziehen.`,
    },
    imageShown: (width, height) => `Was gelesen wurde: ${width} × ${height} Pixel, vergrößert gezeigt.`,
  },

  file: {
    size: (width, height, wantedWidth, wantedHeight) =>
      `Das Bild hat ${width} × ${height} Pixel; dieser Bericht nimmt Bilder mit ${wantedWidth} × ${wantedHeight}. Hier wird nichts skaliert: Wählen Sie das Bild, wie die veröffentlichende Stelle es hat`,
    colours: "Das Bild hat Farben; dieser Bericht nimmt graue Bilder",
    grey: "Das Bild ist grau; dieser Bericht nimmt farbige Bilder",
    interlaced:
      "Die PNG-Datei ist zeilenversetzt gespeichert (interlaced), und das wird hier nicht gelesen. Speichern Sie sie noch einmal ohne diese Einstellung",
    transparent:
      "Das Bild hat durchsichtige Pixel, und wofür sie stehen, lässt sich nicht sagen. Speichern Sie es noch einmal ohne Transparenz",
    shades: (column, row, value, most, shades) =>
      `Der Pixel in Spalte ${column} von Zeile ${row} ist ${value} von ${most}. Das ist keine der ${shades} Stufen, die die Bilder der veröffentlichenden Stelle haben`,
    noImage:
      "Dieser Bericht sagt nicht, wie aus einem Bild ein Eintrag wird. Wählen Sie seine Zahlen, als NumPy-Array (.npy) oder als Liste in JSON",
    notAnImage:
      "Die Datei ist weder PNG, PGM oder PPM noch eine Liste von Zahlen (.npy, JSON). Andere Dateien, zum Beispiel JPEG, verändern die Zahlen eines Bildes",
    type: (type) => `Das Array hat Zahlen vom Typ ${type}, und der wird hier nicht gelesen. Speichern Sie es als float64`,
    shape: (found, wanted) => `Das Array hat die Form ${found}; erwartet wurde ${wanted}`,
    fortran:
      "Das Array ist Spalte für Spalte gespeichert (Fortran-Reihenfolge). Speichern Sie es Zeile für Zeile: numpy.ascontiguousarray(x)",
    number: (place) => `Die Zahl an der Stelle ${place} der Datei ist nicht endlich oder zu groß, um genau gelesen zu werden`,
    outside: (place, value, least, most) =>
      `Die Zahl an der Stelle ${place} der Datei ist ${value}; in den Bildern dieses Berichts gehen die Zahlen von ${least} bis ${most}`,
    count: (found, wanted) => `Zahlen in der Datei: ${found}. Erwartet wurden: ${wanted}`,
    damaged: "Die Datei ist beschädigt oder abgeschnitten, oder es steht etwas darin, was hier nicht gelesen wird",
    large: "Die Datei hat mehr als 16 MB",
    unreadable: "Die Datei lässt sich nicht lesen: Sie wurde geändert, verschoben oder gelöscht. Wählen Sie sie noch einmal",
  },

  working: {
    working: "Ihr Ergebnis wird berechnet",
    bar: "Durchgegangene Zwischenstände",
    starting: "Es geht los …",
    steps: (done, all) => `Durchgegangene Zwischenstände des Modells: ${done} von ${all}.`,
    stepsSoFar: (done) =>
      `Bisher durchgegangene Zwischenstände des Modells, so oft es Ihre unbekannten Werte brauchen: ${done}.`,
    inPage: "Ihr Browser startet hier nichts im Hintergrund. Deshalb reagiert die Seite vielleicht so lange nicht.",
    cancel: "Anhalten",
    cancelled: "Angehalten. Es gibt kein Ergebnis. Ihr Eintrag steht noch hier.",
  },

  errors: {
    heading: "Es gibt ein Problem",
    unsure: "Wissen Sie einen Wert nicht, kreuzen Sie dort „Ich weiß es nicht genau“ an.",
    enter: (label) => `Geben Sie bei „${label}“ etwas ein`,
    image: "Wählen Sie die Datei mit Ihrem Bild aus",
    choose: (label) => `Wählen Sie bei „${label}“ eine Antwort aus`,
    number: (label, example) => `„${label}“ muss eine Zahl sein, zum Beispiel ${example}`,
    ambiguous: (label, written, withDecimals, without) =>
      `„${label}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein: „${written}“ könnte ${withDecimals} oder ${without} bedeuten`,
    ambiguousPlain: (label, example) =>
      `„${label}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein, zum Beispiel ${example}`,
    choice: (label) => `„${label}“ muss eine der Antworten sein, die zur Wahl stehen`,
    order: (label) => `Bei „${label}“ darf „Höchstens“ nicht kleiner sein als „Mindestens“`,
    coded: (count) => `Der kodierte Eintrag muss aus ${count} Zahlen bestehen, getrennt durch Kommas oder Leerzeichen`,
    codedLength: (count, found) => `Der kodierte Eintrag muss ${count} Zahlen haben; dieser hat ${found}`,
    // The report reader's own sentence follows.
    other: (label) => `${label}:`,
    belief: "Die Chance zu Beginn muss eine ganze Zahl von 1 bis 99 sein, zum Beispiel 20",
  },

  ask: {
    summary: "Die veröffentlichende Stelle um Ihre Werte bitten",
    to: "Senden an:",
    hint: "Ein Text, der fertig zum Abschicken ist. Er bittet um die Werte, die dieses Formular braucht, in Zeilen, die diese Seite lesen kann. Was Sie eingeben, steht nicht darin.",
    file: "bitte-um-meine-werte.txt",
    text: (title, hash, lines) =>
      [
        "Guten Tag,",
        `Sie haben einen Privatsphäre-Bericht veröffentlicht: „${title}“. Sein Fingerabdruck (SHA-256) ist: ${hash}`,
        "Bitte schicken Sie mir zu den folgenden Feldern die Werte, die Sie über mich gespeichert haben, und zwar so, wie sie für dieses Modell verwendet wurden oder verwendet worden wären. Wenn das Gesetz mir ein Recht auf Auskunft gibt, ist dies mein Antrag.",
        "Bitte antworten Sie mit diesen Zeilen, den Wert jeweils hinter dem Doppelpunkt, und lassen Sie die Namen, wie sie sind: Dann kann ich Ihre Antwort in die Prüfseite des Berichts laden. Wo Sie keinen Wert haben, lassen Sie die Zeile, wie sie ist. Wenn es mehrere Einträge über mich gibt, wiederholen Sie die Zeilen für jeden.",
        lines,
        "Vielen Dank.",
      ].join("\n\n"),
  },

  row: {
    summary: "Das Formular aus einer Datei oder einem kopierten Text ausfüllen",
    hint: "Die Antwort der veröffentlichenden Stelle, oder Ihre Daten, wie Sie sie bekommen haben: Zeilen mit je einem Namen und einem Wert, eine Kopfzeile und Zeilen aus einer Tabelle oder CSV-Datei, oder JSON. Werte werden an ihren Namen erkannt. Sie können die Datei auch auf diese Seite ziehen.",
    names: (names) => `Spaltennamen, die dieser Bericht kennt: ${names}.`,
    choose: "Datei mit Ihrem Eintrag auswählen",
    label: "Text mit Ihrem Eintrag",
    which: (count) => `Darin stehen ${count} Einträge. Wählen Sie Ihren aus.`,
    record: (number, preview) => `${number}: ${preview}`,
    use: "Diesen Eintrag nehmen",
    button: "Formular ausfüllen",
    done: (filled, all, number) =>
      `${filled} von ${all} Werten ${number === 1 ? "wurde" : "wurden"} eingetragen. Prüfen Sie sie unten, bevor Sie weitermachen.`,
    read: "Was gelesen wurde",
    column: "Spalte",
    value: "Wert",
    field: "Wohin er kam",
    blank: "leer",
    became: (value) => `gelesen als ${value}`,
    notAChoice: (label) => `${label}: steht nicht zur Wahl, deshalb offen gelassen`,
    thousands: (label) => `${label}: der Punkt kann Tausender trennen, deshalb offen gelassen`,
    missing: (names) => `Nicht gefunden: ${names}.`,
    unused: (names) => `Spalten, die nicht verwendet wurden: ${names}.`,
    spare: (count, number) =>
      number === 1 ? "1 andere Zeile wurde nicht verwendet." : `${count} andere Zeilen wurden nicht verwendet.`,
    inLine: (line, problem) => `Zeile ${line}: ${problem}`,
    empty: "Darin steht nichts. Fügen Sie einen Text mit Ihrem Eintrag ein",
    several: "Das sind mehr als 1.000 Einträge, oder der Text ist zu lang. Geben Sie nur die Kopfzeile und Ihre Zeile an",
    noRow:
      "Das ist nur eine Zeile. Geben Sie zwei an, die Zeile mit den Spaltennamen und darunter Ihre Zeile, oder Zeilen mit je einem Namen und einem Wert",
    uneven:
      "Die Zeile hat nicht so viele Werte wie die Kopfzeile Namen, deshalb lassen sie sich nicht zuordnen. Vielleicht ist eine Zahl mit Komma auseinandergefallen",
    twice: "Ein Spaltenname kommt zweimal vor. Lassen Sie die Spalte weg, die nicht gemeint ist",
    noMatch: "Kein Name darin steht in diesem Bericht. Eine Tabelle muss mit ihrer Kopfzeile beginnen",
    unreadable:
      "Das lässt sich nicht lesen: Es ist keine Tabelle und kein JSON, und es hat keine Zeilen mit je einem Namen und einem Wert",
  },

  result: {
    heading: "Wie gewiss könnte jemand werden, dass Ihr Eintrag verwendet wurde?",
    sample: "Beispiel: erfundene Daten",
    inCount: (count, of) => `${count} von ${of}`,
    moreThan: (count, of) => `mehr als ${count} von ${of}`,
    fewerThan: (count, of) => `weniger als ${count} von ${of}`,
    headline: (before, most) => `Aus ${before} werden höchstens ${most}`,
    headlineOpen: (before, most) => `Aus ${before} werden ${most}`,
    setting:
      "Stellen Sie sich jemanden vor, der wissen will, ob der eingegebene Eintrag zum Trainieren dieses Modells verwendet wurde.",
    cannotTell: (before) => `Zuerst weiß diese Person es nicht: Sie sieht die Chance bei ${before}, wie bei einem Münzwurf.`,
    knowsSome: (before) => `Nach dem, was diese Person schon weiß, sieht sie die Chance bei ${before}.`,
    limits: (most) => `Wertet sie alles aus, was veröffentlicht wurde, könnte sie die Chance bei höchstens **${most}** sehen.`,
    between: (least, most) =>
      `Wertet sie alles aus, was veröffentlicht wurde, könnte sie die Chance irgendwo zwischen **${least}** und **${most}** sehen.`,
    othersKnown: "Das gilt auch, wenn sie alle anderen Einträge schon kennt.",
    anchors: (before, certain) =>
      `Bliebe es bei ${before}, hätte sie nichts erfahren. Bei ${certain} wäre sie gewiss, dass er verwendet wurde.`,
    size: {
      coin: (most) =>
        `Niemand könnte seiner Verwendung eine höhere Chance geben als ${most}. Das ist kaum besser als ein Münzwurf.`,
      slight: (most) => `Niemand könnte seiner Verwendung eine höhere Chance geben als ${most}. Das ist eine leichte Neigung.`,
      clear: (most) => `Niemand könnte seiner Verwendung eine höhere Chance geben als ${most}. Das ist eine deutliche Neigung.`,
      likely: (most) => `Niemand könnte seiner Verwendung eine höhere Chance geben als ${most}. Das kann wahrscheinlich sein.`,
      none: () => "Das ist keine brauchbare Grenze: Das Veröffentlichte kann zeigen, ob er verwendet wurde.",
    },
    either: "Dasselbe begrenzt, wie gewiss jemand sein könnte, dass er nicht verwendet wurde.",
    tells: (sentence) => `Was jemand damit wüsste, in den Worten der veröffentlichenden Stelle: ${sentence}`,
    whatever: (fields) => `Das gilt, was immer hier richtig ist: ${fields}.`,
    gap: (count) => `Die genaue Grenze für diese Werte liegt vielleicht tiefer, um höchstens ${count}.`,
    hardly: (fields, start, least) =>
      `Diese Angaben machen kaum etwas aus: ${fields}. Eine davon herauszufinden, würde Ihr Ergebnis, ausgehend von ${start}, um weniger als ${least} senken.`,
    network:
      "Das Modell ist ein neuronales Netz. Auch alle seine Zwischenstände sind veröffentlicht, und Ihr Ergebnis zählt sie alle.",
    tellsNothing: "Die veröffentlichende Stelle sagt nicht, was jemand damit wüsste, dass ein Eintrag verwendet wurde.",
    belief: {
      known: "Und wenn jemand schon etwas weiß?",
      legend: "Die Chance zu Beginn",
      own: "Eine andere Zahl",
      ownLabel: "Ganze Zahl von 1 bis 99, von 100",
      apply: "Diese Zahl verwenden",
    },
    dots: {
      heading: "Als Bild",
      caption: (of) =>
        `Jeder Punkt ist einer von ${of} Fällen, die für diese Person gleich aussehen. Ausgefüllt: Der Eintrag wurde verwendet.`,
      before: (count) => `Vorher: ${count}`,
      after: (count) => `Nachher, höchstens: ${count}`,
      describe: (filled, of) => `Ein Raster aus ${of} Punkten, ${filled} davon ausgefüllt.`,
      describeAfter: (filled, added, of) =>
        `Ein Raster aus ${of} Punkten, ${filled} davon ausgefüllt; ${added} davon, als Rauten gezeichnet, sind hinzugekommen.`,
      legendBefore: "verwendet, so schien es vorher",
      legendAdded: "höchstens mehr, nach dem Auswerten",
      legendRest: "nicht verwendet",
    },
    interval: {
      heading: "Wo die Chance am Ende liegen kann",
      yours: "Das Veröffentlichte, höchstens",
      yoursIs: "Aus Ihrem Eintrag und aus dem, was herauskam.",
      promise: "Die Zusage an alle",
      promiseIs: "Gegeben, bevor etwas veröffentlicht wurde, für den Eintrag, der am meisten zählen kann.",
      start: (before) => `${before}: nichts erfahren`,
      never: "gewiss, dass er nicht verwendet wurde",
      certain: "gewiss, dass er verwendet wurde",
      range: (least, most) => `${least} bis ${most}`,
      describe: (name, range) => `${name}: ${range}.`,
    },
    table: {
      caption: "Dasselbe in Zahlen",
      what: "Die Chance, die jemand der Verwendung des Eintrags gibt",
      least: "Mindestens",
      most: "Höchstens",
      before: "Vorher",
      yours: "Nachher, für Ihren Eintrag",
      promise: "Nach der Zusage an alle",
      toYou: "Nach der Zusage an Sie",
    },
  },

  promise: {
    heading: "Die Zusage an alle",
    sentences:
      "Die Zusage stand vor der Veröffentlichung fest. Ihr Ergebnis kommt aus Ihrem Eintrag und dem Veröffentlichten. Es kann niedriger oder höher sein; die Zusage gilt weiter für Sie.",
    details: "Die Zusage in Zahlen",
    reading: (before, most, least) => `Nach der Zusage könnten aus ${before} höchstens ${most} werden und mindestens ${least}.`,
    readingBetween: (before, least, most) =>
      `Nach der Zusage könnte aus ${before} etwas irgendwo zwischen ${least} und ${most} werden.`,
    stated: (epsilon, delta) => `Fachleute schreiben die Zusage so: ε = ${epsilon}, δ = ${delta}.`,
    beyond:
      "Die Zusage lässt Raum für seltene Ausgänge, bei denen mehr verraten wird. δ ist die Größe dieses Raums. Es ist nicht die Wahrscheinlichkeit eines solchen Ausgangs; die kann größer sein.",
    none: "Dieser Bericht nennt keine Zusage an alle.",
    person: (rows, epsilon, delta) =>
      `Für eine Person mit höchstens ${rows} Zeilen gilt: ε = ${epsilon}, δ = ${delta} für alle zusammen.`,
    oneRow:
      "Das gilt für eine Zeile einer Person. Mehrere Zeilen zählen mehr, und ihre Ergebnisse dürfen nicht addiert werden.",
    you: {
      name: "Die Zusage an Sie",
      is: "Sie stand fest, bevor das Rauschen gezogen wurde, für einen Eintrag, der so viel zählt wie Ihrer, gleich, wie die anderen aussehen. Seltene Ausgänge lässt sie beiseite: δ ist der Raum für sie, nicht ihre Wahrscheinlichkeit.",
      isAlone:
        "Sie stand fest, bevor das Rauschen gezogen wurde, für einen Eintrag, der so viel zählt wie Ihrer, gleich, wie die anderen aussehen. Sie hat keine Ausnahmen.",
      above:
        "Das Veröffentlichte liegt über der Zusage an Sie, und das bricht keine Zusage. Die Zusage ist eine einzige Grenze für alle Ausgänge außer seltenen. Ihr Ergebnis gilt für den Ausgang, der eingetreten ist, und seine Grenze ist kaum je falsch.",
      stated: (epsilon, length) =>
        `An Sie lautet sie ε = ${epsilon}: Ihr Eintrag zählt ${length}, wo der Eintrag, der am meisten zählt, 1 hat.`,
    },
    alone: {
      stated: (epsilon) =>
        `Fachleute schreiben die Zusage so: ε = ${epsilon} allein. Es gibt kein δ und keinen Raum für Ausnahmen.`,
    },
  },

  parts: {
    heading: "Woraus Ihr Ergebnis besteht",
    intro: (total) =>
      `Hinter dem Ergebnis steht eine Zahl auf einer Skala, die bei 0 beginnt: Dort wird nichts verraten. Ihre ist höchstens **${total}**, aufgerundet. Die Teile unten ergeben sie zusammen. Ein Teil kann negativ sein.`,
    bars: "Jeder Balken beginnt dort, wo der darüber aufgehört hat.",
    barsDown: "Ein gestrichelter Balken läuft rückwärts: Dieser Teil verringert die Summe.",
    part: "Teil",
    amount: "Betrag",
    running: "Summe bis hier",
    total: "Ihre Summe",
    leverage: "Wie ungewöhnlich Ihr Eintrag unter den anderen ist",
    gradientNorm: "Wie weit die Antwort des Modells von Ihrer entfernt ist",
    gradient: "Das Zufallsrauschen",
    release: "Dass außer dem Modell auch dieser Bericht veröffentlicht wurde",
    releaseNone: "Dass dieser Bericht veröffentlicht wurde: Sonst wurde nichts veröffentlicht",
    gap: "Was bei den unbekannten Werten noch dazukommen kann",
    why: {
      leverage: "Je weniger Einträge ihm ähnlich sind, desto stärker kann er allein das Modell verschoben haben.",
      gradientNorm: "Je weiter, desto stärker hätte Ihr Eintrag am Modell gezogen.",
      gradient:
        "Das Rauschen kann niemand sehen. Das hier ist das Höchste, was es bei einem Eintrag wie Ihrem plausibel beitragen kann.",
      release: "Der Bericht enthält mehr als das Modell. Was das verrät, ist hier gezählt.",
      releaseNone: "Dieser Bericht enthält das Modell und sonst nichts aus den Daten.",
      gap: "Die Teile darüber gehören zu dem Eintrag mit dem höchsten Ergebnis, das dabei gefunden wurde.",
    },
    tiny: "Hier ist er zu klein, um gezeigt zu werden.",
    alone: {
      leverage: "Wie viel Ihr Eintrag höchstens zählen kann",
      why: "Dieser Bericht sagt nicht, wie viele Einträge Ihrem ähneln. Deshalb nehmen wir den ungünstigsten Fall an.",
    },
    tooLarge: "Ihre Summe ist zu groß, um sie in Teile zu zerlegen, die sie zusammen ergeben.",
    whole:
      "Bei dieser Art von Modell lässt sich das Ergebnis nicht in Teile zerlegen: Es ist das höchste, das zum veröffentlichten Modell und zu Ihrem Eintrag passt.",
  },

  mechanisms: inResult,
  records: {
    chooseHint: (most) =>
      `Bei dieser Art von Training gilt kein Ergebnis für alle Einträge zugleich. Ihres gilt dann für bis zu ${most}, die Sie vor dem Lesen des Berichts festgelegt haben. Es kann größer sein.`,
    chosen: {
      title: (most) => `Dieses Ergebnis gilt für bis zu ${most} Einträge`,
      body: "Es gilt für Einträge, die Sie vor dem Lesen des Berichts festgelegt haben. Alle diese auszuprobieren und das niedrigste Ergebnis zu behalten, macht es nicht irreführend. Für Einträge, auf die Sie erst nach einem Ergebnis gekommen sind, gilt es nicht: Bei dieser Art von Training gilt kein Ergebnis für alle Einträge zugleich.",
    },
    noticed: {
      title: "Hier wurde mehr als ein Eintrag geprüft",
      body: (most) =>
        `Ein Ergebnis ist verlässlich für einen einzigen Eintrag, den Sie vor dem Lesen des Berichts festgelegt haben. Dieses gilt deshalb für bis zu ${most} solche Einträge und kann größer sein. Für Einträge, auf die Sie erst nach einem Ergebnis gekommen sind, gilt es nicht: Bei dieser Art von Training gilt kein Ergebnis für alle Einträge zugleich.`,
    },
    noise: (records, count, of) =>
      `Das Rauschen ist zufällig, deshalb kann ein Ergebnis zu niedrig ausfallen. Bei ${records} Einträgen, die Sie vor dem Lesen des Berichts festgelegt haben, geschieht das für irgendeinen davon in höchstens ${count} von ${of} Veröffentlichungen.`,
    trying: "Wenn Sie nach einem Ergebnis auf weitere Einträge kommen, geschieht es öfter.",
  },

  picture: {
    heading: "Ein Bild dazu, warum",
    intro:
      "Beim Trainieren kommt Zufallsrauschen hinzu, deshalb ergibt es jedes Mal ein anderes Modell. Jede Markierung ist ein Modell, das mit dem Rauschen dieses Berichts hätte veröffentlicht werden können: ein Punkt in der oberen Reihe ohne Ihren Eintrag, ein Kreuz in der unteren mit ihm. Durch die Mitte jeder Reihe geht eine Linie.",
    alt: (apart) =>
      `Zwei Reihen aus je 100 Markierungen. Ihr Eintrag verschiebt seine Reihe höchstens um das ${apart}-Fache der Breite des Rauschens.`,
    meaning: (apart) =>
      `Veröffentlicht wurde nur eine der Markierungen. Welche, lässt sich hier nicht sehen: Dafür muss man alle anderen Einträge kennen. Wo beide Reihen Markierungen haben, verrät sie fast nichts. Ihr Eintrag verschiebt seine Reihe höchstens um das ${apart}-Fache der Breite des Rauschens. Das ist ein Teil Ihres Ergebnisses.`,
    without: "ohne Ihren Eintrag",
    including: "mit Ihrem Eintrag",
    scale: "Breite des Rauschens",
  },

  notMeant: {
    heading: "Was das nicht bedeutet",
    intro: "Das Ergebnis sagt, ob jemand erkennen könnte, dass Ihr Eintrag verwendet wurde. Es sagt nichts über:",
    points: [
      "**Was ein Modell über Sie vermuten kann.** Zeigt es, dass Menschen, die rauchen, öfter krank werden, gilt das auch für Sie, mit oder ohne Ihren Eintrag.",
      "**Andere Veröffentlichungen.** Was jede davon verrät, summiert sich.",
      "**Verlorene oder gestohlene Daten.**",
      "**Einen Bericht, der nicht stimmt.** Dann ist auch dieses Ergebnis falsch.",
    ],
  },

  next: {
    heading: "Was Sie jetzt tun können",
    points: [
      "**Fragen Sie die veröffentlichende Stelle**, welche Daten sie verwendet hat und wie Sie künftig nein sagen können.",
      "**Nutzen Sie Ihre Rechte.** In vielen Ländern können Sie Auskunft oder Löschung verlangen oder widersprechen. Das beendet die weitere Verwendung, holt aber kein veröffentlichtes Modell zurück.",
      "**Beschweren Sie sich bei der Datenschutzbehörde**, wenn Sie keine Antwort bekommen.",
    ],
    needed: {
      keep: "**Wegen dieses Ergebnisses ist nichts nötig.** Heben Sie die Zusammenfassung auf, wenn Sie möchten.",
      ask: "**Fragen Sie die veröffentlichende Stelle.** Auf der Prüfseite steht dafür ein fertiger Text.",
      erase: "**Sie können die Löschung Ihres Eintrags verlangen** und sich beschweren, wenn keine Antwort kommt.",
    },
    advice: "Das ist keine Rechtsberatung.",
    links: "Seiten der veröffentlichenden Stelle dazu:",
    linkNames: {
      rights: "So nutzen Sie Ihre Rechte",
      optOut: "So widersprechen Sie für die Zukunft",
      privacy: "So wird mit Daten umgegangen",
    },
    letter: "Ein Text für die veröffentlichende Stelle",
    letterHint: "Er nennt den Bericht. Weder Ihr Eintrag noch Ihr Ergebnis steht darin.",
    letterCopy: "Diesen Text kopieren",
    letterCopied: "Der Text wurde kopiert.",
    letterSelected: "Ihr Browser hat ihn nicht kopiert. Der Text ist markiert: Kopieren Sie ihn über Tastatur oder Menü.",
    letterSave: "Diesen Text speichern",
    letterFile: "fragen-zum-bericht.txt",
    letterText: (title, hash) =>
      [
        "Guten Tag,",
        `Sie haben einen Privatsphäre-Bericht veröffentlicht: „${title}“. Sein Fingerabdruck (SHA-256) ist: ${hash}`,
        "Bitte teilen Sie mir mit:",
        "1. Welche Daten über Menschen wurden zum Trainieren dieses Modells verwendet, und woher stammen sie?",
        "2. Haben Sie Daten über mich gespeichert? Wurden sie für dieses Modell verwendet? Wenn das Gesetz mir ein Recht auf Auskunft gibt, ist dies mein Antrag.",
        "3. Wie lange bewahren Sie die Daten auf, und wer bekommt sie noch?",
        "4. Was wurde sonst aus denselben Daten veröffentlicht, oder wird es noch?",
        "5. Wie kann ich der weiteren Verwendung meiner Daten widersprechen oder sie löschen lassen?",
        "Vielen Dank.",
      ].join("\n\n"),
  },

  guides: {
    heading: "Mehr über diese Zahl",
    below: "Links zu beiden stehen unter diesem Formular. Sie sind auf Englisch.",
    number: "Die Zahl in sechs Bildern",
    questions: "Fragen und Antworten",
  },

  sure: {
    heading: "Wie verlässlich ist das?",
    noise: (count, of) =>
      `Das Rauschen ist zufällig. Ein Ergebnis kann also zu niedrig sein. Das geschieht in höchstens ${count} von ${of} Veröffentlichungen, wenn Sie nur einen Eintrag prüfen, der vor dem Lesen des Berichts feststand.`,
    trying: "Wenn Sie mehrere ausprobieren und das niedrigste Ergebnis behalten, geschieht es öfter.",
    noiseSeveral: (count, of) =>
      `Das Rauschen ist zufällig. Ein Ergebnis kann also zu niedrig sein. Wie viele Einträge Sie auch ausprobieren: Für irgendeinen davon geschieht das in höchstens ${count} von ${of} Veröffentlichungen.`,
    tryingSeveral: "Das ist eine stärkere Aussage als die über einen einzelnen Eintrag. Deshalb ist das Ergebnis größer.",
    always:
      "Vor der Veröffentlichung wurde Zufallsrauschen hinzugefügt. Bei dieser Art von Rauschen gilt die Grenze, wie auch immer das Rauschen ausfiel: Ein Ergebnis ist nie zu niedrig.",
    tryingAlways: "Das gilt für jeden Eintrag, wie viele Sie auch ausprobieren.",
  },

  together: {
    heading: "Mehrere Berichte zusammen",
    intro:
      "Gibt es von derselben Stelle weitere Modelle, in denen Ihr Eintrag sein kann, etwa jedes Jahr eines? Fügen Sie deren Berichte hinzu, alle bis zum neuesten. Dann gilt eine Grenze für alle zusammen. Meist ist sie niedriger als die Summe der Grenzen.",
    choose: "Berichte hinzufügen",
    remove: "Entfernen",
    all: (count, figure) => `Alle ${count} zusammen: ${figure}.`,
    noLimit: "Es gibt keine brauchbare Grenze",
    holds: "Das gilt, ob Ihr Eintrag in allen war, in einigen oder in keinem.",
    twice: "Diese Veröffentlichung steht zweimal da und zählt einmal. Entfernen Sie eine davon:",
    sameSeed:
      "Das Rauschen dieser Veröffentlichung kam aus demselben Startwert wie das einer anderen. Für beide zusammen gilt keine Grenze:",
    unfit: "Ihre Werte passen nicht zu diesem Bericht; darum gibt es keine Grenze für alle zusammen:",
    unusable: "Kein brauchbarer Bericht:",
  },

  several: {
    choose: "Mehrere Einträge prüfen",
    chooseHint: "Ihr Ergebnis gilt dann für alle Einträge zugleich. Es ist größer.",
    exploring: "Ich probiere Werte aus, die nicht meine sind",
    explored: {
      title: "Das ist das größere Ergebnis, für jeden Eintrag, den Sie ausprobieren",
      body: "Sie probieren Werte aus, die nicht Ihre sind. Deshalb wurde es für alle Einträge zugleich berechnet. Für Ihren eigenen Eintrag, der vorher feststand, wäre es niedriger.",
    },
    exploringAlone: {
      hint: "Bei dieser Art von Training gilt kein Ergebnis für alle Einträge zugleich. Was Sie sehen, gilt dann für einen einzigen Eintrag, der vorher feststand.",
      title: "Dieses Ergebnis gilt für einen einzigen Eintrag",
      body: "Sie probieren Werte aus, die nicht Ihre sind. Bei dieser Art von Training gilt kein Ergebnis für alle Einträge zugleich. Verlässlich ist dieses für einen Eintrag, der vorher feststand. Für einen, der nach seinem Ergebnis ausgesucht wurde, kann es zu niedrig sein.",
    },
    now: (state) => `Jetzt: ${state}.`,
    nowFigure: (before, most) => `Jetzt: Aus ${before} werden höchstens ${most}.`,
    nowOpen: (before, most) => `Jetzt: Aus ${before} werden ${most}.`,
    chosen: {
      title: "Dieses Ergebnis gilt für jeden Eintrag, den Sie ausprobieren",
      body: "Es wurde für alle Einträge zugleich berechnet. Viele auszuprobieren und das niedrigste zu behalten, macht es deshalb nicht irreführend. Darum ist es größer als ein Ergebnis für einen einzelnen Eintrag.",
    },
    noticed: {
      title: "Hier wurde mehr als ein Eintrag geprüft",
      body: "Ein Ergebnis ist verlässlich für einen einzigen Eintrag, den Sie vorher festgelegt haben. Deshalb ist dieses größer: Es gilt für jeden Eintrag, den Sie ausprobieren.",
    },
    correcting: "Ich habe meinen Eintrag berichtigt",
    correctingHint:
      "Wenn die früheren Werte ein Versehen waren oder von jemand anderem stammten und das hier der eine Eintrag ist, den Sie prüfen wollten.",
    one: "Zurück zu einem einzelnen Eintrag",
  },

  experts: {
    heading: "Für Fachleute",
    intro:
      "In Nats, mit voller Genauigkeit, wie „expost bound --json“ sie ausgibt. L = log p(veröffentlicht | die Daten) − log p(veröffentlicht | die Daten ohne den Eintrag, für ein Mitglied, oder mit ihm, für ein Nichtmitglied).",
    quantity: "Größe",
    value: "Wert",
    epsilonUpper: "ε̄, alles Veröffentlichte (die Überschrift)",
    epsilonLower: "ε̲, alles Veröffentlichte",
    modelUpper: "ε̄, das Modell allein",
    modelLower: "ε̲, das Modell allein",
    totalIn: "L als Mitglied, alles Veröffentlichte",
    totalOut: "L als Nichtmitglied, alles Veröffentlichte",
    lossIn: "L als Mitglied, das Modell allein",
    lossOut: "L als Nichtmitglied, das Modell allein",
    leverage: "Hebelwert xᵀH⁻¹x",
    gradientNorm: "q²/2",
    gradient: "c",
    firstDerivative: "f′ bei xᵀθ̂",
    secondDerivative: "f″ bei xᵀθ̂",
    releaseCostPdp: (delta) => `Kosten der Veröffentlichungen, je Eintrag, bei δ = ${delta}`,
    releaseCostExpost: "Kosten der Veröffentlichungen, ex post",
    failure: "ρ laut Bericht",
    failureTotal: "Irrtumswahrscheinlichkeit der Überschrift",
    promise: "Zusage (ε, δ)",
    accountant: "Rechenverfahren (Accountant) der Zusage",
    method: "Verfahren",
    member: "Zugehörigkeit",
    uniform: "Gilt für",
    attained: "Teile genommen bei",
    attainedAt: (end, member) =>
      `${end === "upper" ? "oberes" : "unteres"} Ende, ${member === "in" ? "Mitglied" : "Nichtmitglied"}`,
    loss: "Verlustfunktion",
    mechanism: "Mechanismus",
    sigma: "σ (Modell)",
    sigmaGradient: "σ₂ (Gradient)",
    sigmaHessian: "σ₃ (Hesse-Matrix)",
    sigmaEigenvalue: "σ₄ (kleinster Eigenwert)",
    lambda: "λ",
    dimension: "Dimension d",
    hash: "SHA-256 des Berichts",
    version: "Fassung",
    versionOf: (version, format) => `expost ${version}, Berichtsformat ${format}`,
    save: "Diese Zahlen als JSON speichern",
    saveHint:
      "Ohne den Eintrag. Manche dieser Zahlen hängen eng mit ihm zusammen: Behandeln Sie die Datei so vertraulich wie den Eintrag.",
  },

  finish: {
    heading: "Behalten oder löschen",
    save: "Zusammenfassung speichern",
    saveHint: "Eine Textdatei mit dem Ergebnis, dem Fingerabdruck des Berichts und dem Datum. Ihr Eintrag steht nicht darin.",
    print: "Zusammenfassung drucken",
    printHint: "Das Ergebnis ohne Ihren Eintrag.",
    savePage: "Seite zum Drucken speichern",
    savePageHint: "Die Zusammenfassung mit ihren Punkten und Balken, als Webseite. Ihr Eintrag steht nicht darin.",
    clear: "Meinen Eintrag löschen",
    clearHint:
      "Entfernt Ihre Antworten und das Ergebnis von dieser Seite. Sie merkt sich weiterhin, dass ein Eintrag geprüft wurde.",
    cleared: "Ihr Eintrag wurde gelöscht.",
    questions: "Fragen zum Bericht:",
    questionsUnknown: "Der Bericht nennt keine Adresse für Fragen. Fragen Sie dort, woher Sie den Bericht oder den Link haben.",
    summaryFile: "zusammenfassung-der-pruefung.txt",
    pageFile: "zusammenfassung-der-pruefung.html",
    numbersFile: "zahlen-der-pruefung.json",
  },

  summary: {
    title: "Zusammenfassung der Prüfung eines Eintrags",
    record: "Der geprüfte Eintrag steht nicht in dieser Datei.",
    recordPrinted: "Der geprüfte Eintrag steht nicht auf dieser Seite.",
    report: "Bericht",
    publisher: "Veröffentlicht von",
    published: "Datum des Berichts",
    fingerprint: "SHA-256 des Berichts",
    checked: "Datum der Prüfung",
    version: "Berechnet mit",
    sure: "Wie verlässlich",
  },
};
