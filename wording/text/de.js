// Every word the sheet shows, in German. en.js says what may stand in a file of words.
//
// „Eintrag“ is the record, because „Datensatz“ is the whole data set to many; „Einschätzung“ the
// belief; „Zusage“ the promise. Not to be used here: sicher, anonym, geschützt, garantiert.

/** @type {import("./en.js").Words} */
export const de = {
  language: "de",
  locale: "de-DE",
  direction: "ltr",
  decimals: [","],

  title: "Was könnte dieses Modell über Sie verraten?",
  intro:
    "Ihr Browser rechnet auf diesem Gerät. Die Seite ist so eingerichtet, dass Ihr Browser ihre Anfragen ablehnt. Prüfen Sie das selbst nach.",
  embeddedTitle: "Meinen Eintrag prüfen",

  howToCheck: {
    summary: "So prüfen Sie das nach",
    points: [
      "Trennen Sie zuerst die Verbindung zum Internet. Die Berechnung geht genauso. Das ist die vollständige Probe.",
      "Oder öffnen Sie die Entwicklerwerkzeuge Ihres Browsers und wählen Sie „Netzwerk“. Füllen Sie dann das Formular aus und prüfen Sie Ihren Eintrag: Es erscheint keine Anfrage. Eine Verbindung ohne Anfrage wird dort nicht gezeigt.",
      "Diese Seite enthält eine Regel für Ihren Browser, eine Content Security Policy: keine Verbindungen, keine abgeschickten Formulare und nur das eine Programm, dessen Fingerabdruck in der Seite steht. Sie können die Regel ganz oben im Quelltext der Seite lesen.",
      "Die Regel bindet diese Seite. Sie bindet weder Erweiterungen Ihres Browsers noch andere Programme auf diesem Gerät. Löschen Sie an einem gemeinsam genutzten Computer Ihren Eintrag, wenn Sie fertig sind.",
    ],
  },

  noscript: "Diese Seite braucht JavaScript: Gerechnet wird hier, auf Ihrem Gerät, und nirgendwo sonst.",

  report: {
    heading: "Der Bericht",
    choose: "Datei mit dem Bericht auswählen",
    chooseHint:
      "Sie bekommen die Datei von der Stelle, die das Modell veröffentlicht hat. Ihr Name endet meist auf .json. Sie können die Datei auch auf diese Seite ziehen.",
    paste: "Stattdessen den Text des Berichts einfügen",
    pasteLabel: "Text des Berichts",
    pasteButton: "Diesen Text verwenden",
    another: "Einen anderen Bericht verwenden",
    title: "Titel",
    publisher: "Veröffentlicht von",
    publisherUnknown: "nicht angegeben",
    contact: "Kontakt",
    published: "Datum",
    description: "Wozu das Modell dient",
    unit: "Ein Eintrag ist",
    shared: "Was veröffentlicht wurde",
    kinds: {
      "data-independent": "Das Modell. Sonst nichts, was aus den Daten berechnet wurde.",
      hessian:
        "Das Modell und eine Summe über die Daten, der Zufallsrauschen hinzugefügt wurde. Was diese verrät, ist in Ihrer Zahl enthalten.",
      "data-dependent":
        "Das Modell und zwei Summen über die Daten, denen Zufallsrauschen hinzugefügt wurde. Was diese verraten, ist in Ihrer Zahl enthalten.",
      adaptive:
        "Das Modell und drei aus den Daten berechnete Größen, denen Zufallsrauschen hinzugefügt wurde. Was diese verraten, ist in Ihrer Zahl enthalten.",
    },
    fingerprint: "Fingerabdruck",
    fingerprintStart: "die ersten 16 seiner 64 Stellen",
    fingerprintAll: "Alle 64 anzeigen",
    fingerprintMissing: "kann bei einer unverschlüsselten Verbindung nicht berechnet werden",
    checked:
      "Wir haben geprüft, dass die Datei vollständig ist. Ob die veröffentlichende Stelle die Wahrheit darüber sagt, wie sie entstanden ist, können wir nicht prüfen.",
    sample: "Beispiel",
    sampleNote:
      "Erfundene Daten. Hinter diesem Bericht stehen keine echten Menschen. Sie können also beliebige Werte eingeben.",
    experiment: "Experiment",
    experimentNote:
      "Das Rauschen in diesem Bericht stammt aus einem festen Startwert. Wer ihn kennt, kann das Rauschen wieder herausrechnen. Das ist ein Experiment und keine Veröffentlichung: Verlassen Sie sich nicht auf diese Zahlen.",
    weakness: "Bekannte Schwäche",
    weaknessNote:
      "Das Modell in diesem Bericht wurde mit allen Stellen veröffentlicht. Ein bekannter Angriff auf solche Stellen kann mehr über einen Eintrag verraten, als die Zahlen hier sagen.",
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
      body: "Die Datei wurde gelesen, aber sie ist kein Bericht, den diese Seite verwenden kann. Sehen Sie nach, ob Sie den Bericht ausgewählt haben und nicht das Modell oder die Daten.",
      detail: "Was nicht stimmt:",
    },
    newerFormat: {
      title: "Dieser Bericht hat ein neueres Format",
      body: "Er wurde für eine spätere Fassung dieser Seite gemacht. Verwenden Sie die Seite, die zu dem Bericht gehört, oder holen Sie sich die neueste Fassung dieser Seite.",
      detail: "Was gefunden wurde:",
    },
    hashMismatch: {
      title: "Das ist nicht der Bericht, der gemeint war",
      body: "Die Seite oder der Link, über den Sie hierher kamen, nennt den Fingerabdruck, den der Bericht haben muss. Die Datei, die angekommen ist, hat einen anderen: Sie wurde geändert, ausgetauscht oder beschädigt. Aus ihr wird keine Zahl berechnet.",
      expected: "Fingerabdruck, den er haben muss",
      found: "Fingerabdruck der Datei",
    },
    hashUnchecked: {
      title: "Der Fingerabdruck des Berichts kann hier nicht geprüft werden",
      body: "Der Link nennt den Fingerabdruck, den der Bericht haben muss. Diese Seite kam aber über eine unverschlüsselte Verbindung, und dort berechnet Ihr Browser keine Fingerabdrücke. Es wird keine Zahl berechnet. Öffnen Sie die Seite über https.",
    },
    noFigure: {
      title: "Dieser Bericht ergibt keine Zahl für eine einzelne Person",
      body: "Der Bericht ist vollständig, aber diese Seite hat kein Verfahren für die Art von Modell, die er beschreibt.",
      detail: "Grund:",
      promise: (epsilon, delta) =>
        `Die Zusage an alle gilt trotzdem: ε = ${epsilon}, δ = ${delta}. Sie umfasst jeden Eintrag, den irgendjemand haben könnte, auch Ihren.`,
      noPromise: "Der Bericht nennt auch keine Zusage an alle.",
    },
    noLimit: {
      title: "Für diesen Eintrag lässt sich keine Grenze angeben",
      body: "Für diese Werte ergibt die Berechnung keine Obergrenze dafür, wie weit die Einschätzung gehen kann, ob der Eintrag verwendet wurde. Das heißt nicht, dass nichts verraten wurde: Es heißt, dass diese Seite nichts ausschließen kann.",
    },
    noEffect: {
      title: "Dieser Eintrag hat in diesem Modell keine Wirkung",
      body: "Alles, was veröffentlicht wurde, war mit diesem Eintrag genauso wahrscheinlich wie ohne ihn. Wer es auswertet, erfährt nicht, ob dieser Eintrag verwendet wurde.",
    },
    reduced: {
      title: "Einige Werte wurden so geändert wie beim Training",
      range: "Das Modell hat nie Werte außerhalb seines Bereichs gesehen.",
      size: "Kein Eintrag zählt mehr als eine festgelegte Größe.",
      body: "Die Zahl gilt für die Werte, wie sie das Modell gesehen hätte.",
    },
    filled: {
      title: "Leere Felder wurden so ergänzt wie beim Training",
      body: "Die Zahl gilt für den Eintrag, wie ihn das Modell gesehen hätte.",
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
      title: "Es wird keine Zahl gezeigt",
      body: "Bevor diese Seite etwas berechnet, rechnet sie Aufgaben nach, deren Lösung bekannt ist. In diesem Browser war eine Lösung falsch. Deshalb könnte man sich auf keine Zahl daraus verlassen. Versuchen Sie es mit einem anderen Browser und sagen Sie der Stelle Bescheid, die diese Seite veröffentlicht hat.",
      detail: "Was nicht gestimmt hat:",
    },
    wentWrong: {
      title: "Es wird keine Zahl gezeigt",
      body: "Die Berechnung für diesen Eintrag kam zu keinem Ende, auf das man sich verlassen könnte. Ihre Antworten stehen noch im Formular.",
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
      body: "Die Seite, die dieses Formular zeigt, nennt einen Fingerabdruck, den der Bericht haben muss. Er besteht aber nicht aus 64 hexadezimalen Ziffern. Es wird keine Zahl berechnet. Sagen Sie der Stelle Bescheid, die die Seite betreibt.",
    },
  },

  form: {
    heading: "Ihr Eintrag",
    intro:
      "Geben Sie die Werte so ein, wie sie erfasst worden wären. Sie müssen nicht wissen, ob Ihr Eintrag verwendet wurde: Die Zahl gilt für beide Fälle.",
    keeps: "Was Sie eingeben, bleibt auf dieser Seite und ist weg, sobald Sie sie verlassen.",
    labelWithUnit: (label, unit) => `${label} (${unit})`,
    range: (minimum, maximum) => `Von ${minimum} bis ${maximum}. Ein Wert außerhalb zählt wie der nähere der beiden.`,
    optional: (value) => `Lassen Sie das Feld leer, wenn nichts erfasst wurde. Es zählt dann als ${value}, wie beim Training.`,
    outcomeWhy:
      "Das sollte das Modell vorherzusagen lernen. Es gehörte zu jedem Eintrag, deshalb wird es für die Berechnung gebraucht.",
    choosePrompt: "Bitte wählen",
    notRecorded: "Nicht erfasst",
    yes: "ja",
    no: "nein",
    submit: "Meinen Eintrag prüfen",
    errorPrefix: "Fehler:",
    coded: "Kodierter Eintrag",
    codedHint: (count) =>
      `Dieser Bericht nimmt Einträge, die schon kodiert sind: ${count} Zahlen mit Punkt vor den Nachkommastellen, getrennt durch Kommas oder Leerzeichen.`,
    codedOutcome: "Kodierter Zielwert",
    codedClassHint: (last) => `Die Nummer der Klasse, von 0 bis ${last}.`,
    codedOutcomeHint: "Der Zielwert, wie er dem Modell gegeben wurde, zum Beispiel -1 oder 1.",
  },

  errors: {
    heading: "Es gibt ein Problem",
    enter: (label) => `Geben Sie bei „${label}“ etwas ein`,
    choose: (label) => `Wählen Sie bei „${label}“ eine Antwort aus`,
    number: (label, example) => `„${label}“ muss eine Zahl sein, zum Beispiel ${example}`,
    ambiguous: (label, written, withDecimals, without) =>
      `„${label}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein: „${written}“ könnte ${withDecimals} oder ${without} bedeuten`,
    ambiguousPlain: (label, example) =>
      `„${label}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein, zum Beispiel ${example}`,
    choice: (label) => `„${label}“ muss eine der Antworten sein, die zur Wahl stehen`,
    coded: (count) => `Der kodierte Eintrag muss aus ${count} Zahlen bestehen, getrennt durch Kommas oder Leerzeichen`,
    codedLength: (count, found) => `Der kodierte Eintrag muss ${count} Zahlen haben; dieser hat ${found}`,
    // The report reader's own sentence follows.
    other: (label) => `${label}:`,
    belief: "Die Einschätzung zu Beginn muss eine ganze Zahl von 1 bis 99 sein, zum Beispiel 20",
  },

  row: {
    summary: "Das Formular aus einer Datei oder einer kopierten Zeile ausfüllen",
    hint: "Ein Eintrag: eine Kopfzeile und eine Zeile aus einer Tabelle oder CSV-Datei, oder ein JSON-Objekt. Spalten werden an ihren Namen erkannt. Sie können die Datei auch auf diese Seite ziehen.",
    names: (names) => `Spaltennamen, die dieser Bericht kennt: ${names}.`,
    choose: "Datei mit einem Eintrag auswählen",
    label: "Kopfzeile und Zeile, oder JSON-Objekt",
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
    missing: (names) => `Nicht gefunden: ${names}.`,
    unused: (names) => `Spalten, die nicht verwendet wurden: ${names}.`,
    empty: "Fügen Sie eine Kopfzeile und eine Zeile ein, oder ein JSON-Objekt",
    several: "Das ist mehr als ein Eintrag. Geben Sie nur einen an: die Kopfzeile und Ihre Zeile",
    noRow: "Es wurde nur eine Zeile gefunden. Geben Sie zwei an: die Zeile mit den Spaltennamen und darunter Ihre Zeile",
    uneven:
      "Die Zeile hat mehr Werte als die Kopfzeile Namen, deshalb lassen sie sich nicht zuordnen. Vielleicht ist eine Zahl mit Komma auseinandergefallen",
    noMatch: "Keiner der Spaltennamen steht in diesem Bericht. Die erste Zeile muss die Kopfzeile sein",
    unreadable: "Das ist weder eine Kopfzeile mit einer Zeile darunter noch ein JSON-Objekt",
  },

  result: {
    heading: "Ihr Ergebnis",
    sample: "Beispiel: erfundene Daten",
    inCount: (count, of) => `${count} von ${of}`,
    moreThan: (count, of) => `mehr als ${count} von ${of}`,
    fewerThan: (count, of) => `weniger als ${count} von ${of}`,
    headline: (before, most) => `Aus ${before} werden höchstens ${most}`,
    headlineOpen: (before, most) => `Aus ${before} werden ${most}`,
    meaning: (before, most, least) =>
      `Angenommen, jemand kann nicht sagen, ob der Eintrag, den Sie eingegeben haben, zum Trainieren dieses Modells verwendet wurde: ${before}. Nun wertet diese Person alles aus, was darüber veröffentlicht wurde. Die höchste Einschätzung, zu der sie vernünftigerweise kommen kann, ist **${most}**, dass er verwendet wurde. Die niedrigste ist **${least}**.`,
    meaningFrom: (before, most, least) =>
      `Angenommen, jemand schätzt nach allem, was schon bekannt ist, wie wahrscheinlich der Eintrag, den Sie eingegeben haben, zum Trainieren dieses Modells verwendet wurde: ${before}. Nun wertet diese Person alles aus, was darüber veröffentlicht wurde. Die höchste Einschätzung, zu der sie vernünftigerweise kommen kann, ist **${most}**, dass er verwendet wurde. Die niedrigste ist **${least}**.`,
    belief: {
      legend: "Einschätzung zu Beginn",
      own: "Eine andere Zahl",
      ownLabel: "Ganze Zahl von 1 bis 99, von 100",
      apply: "Diese Zahl verwenden",
    },
    dots: {
      heading: "In Punkten gezählt",
      before: (count) => `Vorher: ${count}`,
      after: (count) => `Nachher, höchstens: ${count}`,
      describe: (filled, of) => `Ein Raster aus ${of} Punkten, ${filled} davon ausgefüllt.`,
      describeAfter: (filled, added, of) =>
        `Ein Raster aus ${of} Punkten, ${filled} davon ausgefüllt; ${added} davon, als Rauten gezeichnet, sind hinzugekommen.`,
      legendBefore: "die Einschätzung vorher",
      legendAdded: "höchstens hinzugekommen",
      legendRest: "der Rest",
    },
    interval: {
      heading: "Wo die Einschätzung am Ende liegen kann",
      yours: "Ihr Eintrag",
      promise: "Die Zusage an alle",
      start: (before) => `Die Einschätzung vorher: ${before}`,
      range: (least, most) => `${least} bis ${most}`,
      describe: (name, range) => `${name}: ${range}.`,
    },
    table: {
      caption: "Dasselbe in Zahlen",
      what: "Die Einschätzung, dass der Eintrag verwendet wurde",
      least: "Mindestens",
      most: "Höchstens",
      before: "Vorher",
      yours: "Nachher, für Ihren Eintrag",
      promise: "Nach der Zusage an alle",
    },
  },

  promise: {
    heading: "Im Vergleich mit der Zusage an alle",
    sentences:
      "Ihre Zahl ist aus Ihrem Eintrag berechnet und aus dem, was tatsächlich veröffentlicht wurde. Die Zusage wurde gegeben, bevor irgendetwas veröffentlicht war.",
    stated: (epsilon, delta) =>
      `Die Zusage in diesem Bericht ist ε = ${epsilon} mit δ = ${delta}. Sie wurde für jeden Eintrag gegeben, den irgendjemand haben könnte.`,
    reading: (before, least, most) =>
      `Lässt man δ beiseite, kann danach eine Einschätzung von ${before} nicht unter ${least} fallen und nicht über ${most} steigen.`,
    beyond:
      "Die Zusage lässt Raum für seltene Ausgänge, bei denen mehr verraten wird. δ ist die Größe dieses Raums. Es ist nicht die Wahrscheinlichkeit eines solchen Ausgangs; die kann größer sein.",
    notTheSame:
      "Die beiden sind nicht dieselbe Art von Aussage. Deshalb kann Ihre Zahl kleiner oder größer sein als die Zusage. Die Zusage gilt für Sie weiterhin.",
    none: "Dieser Bericht nennt keine Zusage an alle.",
    alone: {
      stated: (epsilon) =>
        `Die Zusage in diesem Bericht ist ε = ${epsilon} allein, ohne δ. Sie wurde für jeden Eintrag gegeben, den irgendjemand haben könnte.`,
      reading: (before, least, most) =>
        `Danach kann eine Einschätzung von ${before} nicht unter ${least} fallen und nicht über ${most} steigen.`,
      notTheSame:
        "Die Zusage gilt jedem Eintrag und jedem Modell, das hätte herauskommen können, Ihre Zahl Ihrem Eintrag und diesem Modell. Die Zusage gilt für Sie weiterhin.",
    },
  },

  parts: {
    heading: "Woraus sich Ihre Zahl zusammensetzt",
    intro: (total) =>
      `Gerechnet wird in Einheiten von ε; dabei bedeutet 0, dass sich keine Einschätzung ändert. Ihre Zahl ist **${total}**, aufgerundet. Manche Teile können sie erhöhen und manche verringern; zusammen ergeben sie Ihre Zahl.`,
    bars: "Jeder Balken beginnt dort, wo der darüber aufgehört hat.",
    barsDown: "Ein gestrichelter Balken läuft rückwärts: Dieser Teil verringert die Zahl.",
    part: "Teil",
    amount: "Betrag",
    running: "Summe bis hier",
    total: "Ihre Zahl",
    leverage: "Wie ungewöhnlich Ihr Eintrag unter den anderen ist",
    gradientNorm: "Wie weit das Modell bei Ihnen danebenliegt",
    gradient: "Wie Ihr Eintrag zum Zufallsrauschen im Modell passt",
    release: "Dass außer dem Modell auch dieser Bericht veröffentlicht wurde",
    releaseNone: "Dass dieser Bericht veröffentlicht wurde: Sonst wurde nichts veröffentlicht",
    why: {
      leverage: "Je weniger Einträge ihm ähnlich sind, desto stärker kann er allein das Modell verschoben haben.",
      gradientNorm: "Je weiter das Modell danebenliegt, desto stärker hätte Ihr Eintrag an ihm gezogen.",
      gradient:
        "Das Rauschen selbst kann niemand sehen. Das hier ist das Höchste, was es bei einem Eintrag wie Ihrem plausibel beitragen kann.",
      release: "Der Bericht enthält mehr als das Modell. Was das verrät, ist hier gezählt.",
      releaseNone: "Dieser Bericht enthält das Modell und keine weiteren Summen.",
    },
    tiny: "Hier ist er zu klein, um gezeigt zu werden.",
    alone: {
      leverage: "Wie viel Ihr Eintrag höchstens zählen kann",
      why: "Dieser Bericht sagt nicht, wie viele Einträge Ihrem ähneln. Deshalb ist der ungünstigste Fall angenommen.",
    },
    tooLarge: "Ihre Zahl ist zu groß, um sie in Teile zu zerlegen, die sie zusammen ergeben.",
    whole:
      "Bei dieser Art von Modell lässt sich die Zahl nicht in Teile zerlegen: Sie ist die höchste, die zum veröffentlichten Modell und zu Ihrem Eintrag passt.",
  },

  mechanisms: {
    "objective-laplace": {
      shared: "Das Modell, trainiert mit Zufallsrauschen vom Laplace-Typ. Sonst nichts, was aus den Daten berechnet wurde.",
      parts: {
        leverage: "Wie weit Ihr Eintrag das Training verbogen haben kann",
        gradient: "Wie weit das Modell bei Ihnen danebenliegt",
        why: {
          leverage: "Das ist das Höchste, was es geben kann, wie auch immer die anderen Einträge aussehen.",
          gradient:
            "Je weiter das Modell danebenliegt, desto stärker hätte Ihr Eintrag an ihm gezogen. Das hier ist dieser Zug, gemessen an der Größe des Rauschens.",
        },
      },
    },
    "output-gaussian": {
      shared:
        "Das Modell, dem nach dem Training Zufallsrauschen hinzugefügt wurde. Sonst nichts, was aus den Daten berechnet wurde.",
      parts: {
        gradientNorm: "Wie weit Ihr Eintrag das Modell verschoben haben kann",
        gradient: "Wie das zum Zufallsrauschen im Modell passt",
        why: {
          gradientNorm:
            "Je weiter das Modell danebenliegt, desto weiter kann Ihr Eintrag es verschoben haben, wie auch immer die anderen Einträge aussehen.",
          gradient:
            "Das Rauschen selbst kann niemand sehen. Das hier ist das Höchste, was es bei einem Eintrag wie Ihrem plausibel beitragen kann.",
        },
      },
    },
    "posterior-sample": {
      shared:
        "Das Modell: eine zufällige Ziehung aus denen, die zu den Daten passen. Sonst nichts, was aus den Daten berechnet wurde.",
    },
    "ada-ops": {
      shared:
        "Das Modell: eine zufällige Ziehung aus denen, die zu den Daten passen, und zwei Größen mit Zufallsrauschen, nach denen sich richtete, wie weit gezogen wurde. Was alle drei verraten, ist in Ihrer Zahl enthalten.",
    },
  },

  notMeant: {
    heading: "Was das nicht bedeutet",
    intro: "Eine kleine Zahl bedeutet nicht, dass sich nichts über Sie erfahren lässt. Sie umfasst nicht:",
    points: [
      "**Menschen wie Sie.** Ein Modell kann etwas Wahres über Menschen wie Sie sagen, ohne dass Ihr Eintrag verwendet wurde.",
      "**Andere Veröffentlichungen.** Wurde Ihr Eintrag für andere Modelle oder Zahlen verwendet, dann summiert sich, was jede davon verrät.",
      "**Lecks der ursprünglichen Daten.** Hier geht es um das, was veröffentlicht wurde, nicht um Diebstahl oder Versehen.",
      "**Einen falsch erstellten Bericht.** Wenn der Bericht der veröffentlichenden Stelle nicht stimmt, stimmt auch diese Zahl nicht.",
    ],
  },

  sure: {
    heading: "Wie verlässlich ist das?",
    noise: (count, of) =>
      `Vor der Veröffentlichung wurde Zufallsrauschen hinzugefügt. Für einen vorher festgelegten Eintrag liefert dieses Verfahren in höchstens ${count} von ${of} Veröffentlichungen eine zu niedrige Zahl.`,
    trying: "Wer viele Einträge ausprobiert, bis einer gut aussieht, bekommt leichter eine irreführende Zahl.",
    noiseSeveral: (count, of) =>
      `Vor der Veröffentlichung wurde Zufallsrauschen hinzugefügt. Wie viele Einträge Sie auch ausprobieren: In höchstens ${count} von ${of} Veröffentlichungen ist diese Zahl für irgendeinen davon zu niedrig.`,
    tryingSeveral: "Das ist eine stärkere Aussage als die über einen einzelnen Eintrag. Deshalb ist die Zahl größer.",
    always:
      "Vor der Veröffentlichung wurde Zufallsrauschen hinzugefügt. Bei dieser Art von Rauschen gilt die Grenze, wie auch immer das Rauschen ausfiel: Dieses Verfahren liefert nie eine zu niedrige Zahl.",
    tryingAlways: "Das gilt für jeden Eintrag, wie viele Sie auch ausprobieren.",
  },

  several: {
    choose: "Ich möchte mehr als einen Eintrag ausprobieren",
    chooseHint: "Ihre Zahl gilt dann für alle Einträge zugleich. Sie ist größer.",
    now: (state) => `Jetzt: ${state}.`,
    nowFigure: (before, most) => `Jetzt: Aus ${before} werden höchstens ${most}.`,
    nowOpen: (before, most) => `Jetzt: Aus ${before} werden ${most}.`,
    chosen: {
      title: "Diese Zahl gilt für jeden Eintrag, den Sie ausprobieren",
      body: "Sie wurde für alle Einträge zugleich berechnet. Viele auszuprobieren und den besten zu behalten, macht sie deshalb nicht irreführend. Darum ist sie größer als eine Zahl für einen einzelnen Eintrag.",
    },
    noticed: {
      title: "Hier wurde schon ein Eintrag geprüft",
      body: "Die beste von mehreren Zahlen auszusuchen führt in die Irre, wenn jede für einen einzelnen Eintrag gedacht war. Deshalb wurde diese Zahl für alle Einträge zugleich berechnet. Darum ist sie größer als eine Zahl für einen einzelnen Eintrag.",
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
    saveHint: "Eine Textdatei mit der Zahl, dem Fingerabdruck des Berichts und dem Datum. Ihr Eintrag steht nicht darin.",
    print: "Zusammenfassung drucken",
    printHint: "Das Ergebnis ohne Ihren Eintrag.",
    savePage: "Seite zum Drucken speichern",
    savePageHint: "Die Zusammenfassung mit ihren Punkten und Balken, als Webseite. Ihr Eintrag steht nicht darin.",
    clear: "Meinen Eintrag löschen",
    clearHint:
      "Entfernt Ihre Antworten und das Ergebnis von dieser Seite. Sie merkt sich weiterhin, dass ein Eintrag geprüft wurde.",
    cleared: "Ihr Eintrag wurde gelöscht.",
    questions: "Fragen zum Bericht:",
    questionsUnknown: "Fragen zum Bericht beantwortet die Stelle, die ihn veröffentlicht hat.",
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

export { de as words };
