// Every word of the publisher's page in German; en.js says what may stand here. The words are those
// of the check page (wording/text/de.js). Not to be used here: sicher, anonym, geschützt,
// garantiert.

/** @type {import("./en.js").PublishWords} */
export const de = {
  language: "de",
  locale: "de-DE",
  direction: "ltr",
  decimals: [","],

  title: "Bericht erstellen",
  intro:
    "Trainieren Sie ein Modell mit einer Tabelle von Menschen, mit Zufallsrauschen, und bekommen Sie alles, was dazu auf eine Website gehört: den Bericht, die Seite, auf der Menschen ihren eigenen Eintrag prüfen, und den Code, der sie zeigt. Die Daten bleiben auf diesem Gerät: Ihr Browser ist so eingerichtet, dass er die Anfragen dieser Seite ablehnt. Prüfen Sie es selbst nach.",
  noscript: "Diese Seite braucht JavaScript: Das Modell wird hier trainiert, auf Ihrem Gerät, und nirgendwo sonst.",
  how: {
    summary: "So prüfen Sie das nach",
    points: [
      "Öffnen Sie die Entwicklerwerkzeuge Ihres Browsers und wählen Sie „Netzwerk“. Wählen Sie dann die Daten aus und erstellen Sie den Bericht: Es erscheint keine Anfrage. (Wenn Sie eine Datei speichern, kann eine Zeile dazukommen, die mit blob: beginnt. Das ist der eigene Text der Seite, der Ihnen als Datei übergeben wird.)",
      "Oder speichern Sie diese Seite als Datei, trennen Sie die Verbindung zum Internet und öffnen Sie die Datei. Sie arbeitet genauso.",
      "Diese Seite enthält eine Regel für Ihren Browser, eine Content Security Policy: keine Verbindungen, keine abgeschickten Formulare und nur das eine Programm, dessen Fingerabdruck in der Seite steht. Im Hintergrund läuft dasselbe Programm unter derselben Regel.",
      "Die Regel bindet diese Seite. Sie bindet weder Erweiterungen Ihres Browsers noch andere Programme auf diesem Gerät.",
    ],
  },
  once: "Veröffentlichen Sie das nur einmal: Jedes weitere Mal erhöht den Privatsphäre-Verlust von allen.",
  errorPrefix: "Fehler:",
  errorHeading: "Es gibt ein Problem",

  data: {
    heading: "Die Daten",
    choose: "Daten auswählen: eine CSV- oder Parquet-Datei",
    chooseHint:
      "In CSV nennt die erste Zeile die Spalten, jede weitere ist ein Eintrag. Sie können die Datei auch auf diese Seite ziehen.",
    paste: "Stattdessen die Daten einfügen",
    pasteLabel: "Kopfzeile und Zeilen",
    pasteButton: "Diesen Text verwenden",
    pasted: "eingefügter Text",
    reading: "Die Kopfzeile wird gelesen …",
    chosen: (name, count, number) =>
      number === 1
        ? `${name}: ${count} Spalte. Bisher wurde nur ihr Name gelesen.`
        : `${name}: ${count} Spalten. Bisher wurden nur ihre Namen gelesen.`,
    forget: "Andere Daten verwenden",
    import: "Mit einer Studie beginnen (optional)",
    importHint:
      "Eine study.json, die Sie hier früher gespeichert haben oder die „expost init“ erstellt hat. Ihr Inhalt füllt das Formular unten aus.",
    imported: (name) => `Das Formular wurde aus ${name} ausgefüllt.`,
    person: {
      legend: "Ist jede Zeile ein Mensch?",
      hint: "Was ein Bericht zusagt, gilt für eine Zeile. Für einen Menschen ist es nur dann eine Zusage, wenn niemand eine zweite Zeile hat.",
      yes: "Ja, eine Zeile je Mensch",
      no: "Nein, manche haben mehrere Zeilen",
      group:
        "Fassen Sie die Zeilen zuerst zusammen: Machen Sie eine Tabelle mit einer Zeile je Mensch, zum Beispiel mit Summen, Mittelwerten oder dem neuesten Wert jeder Spalte, und wählen Sie diese Tabelle hier aus. Sonst könnte ein Mensch mit zehn Zeilen zehnmal so viel verlieren, wie der Bericht sagt.",
    },
    unit: "Ein Eintrag ist",
    unitHint:
      "Das steht im Bericht, damit Menschen wissen, wofür die Zusage gilt. Zum Beispiel: eine Kundin oder ein Kunde, eine Zeile.",
  },

  outcome: {
    heading: "Der Zielwert",
    column: "Welche Spalte soll das Modell vorhersagen?",
    prompt: "Spalte auswählen",
    label: "Name, den Menschen dafür sehen (optional)",
    lossLegend: "Welche Art von Zielwert ist es?",
    losses: {
      logistic: { text: "Einer von zwei Werten (logistische Verlustfunktion)" },
      "pseudo-huber": {
        text: "Eine Zahl (Pseudo-Huber-Verlustfunktion)",
        hint: "In der Mitte wie bei kleinsten Quadraten; weit außen zieht kein Zielwert stärker als ein festgelegtes Maß.",
      },
      squared: { text: "Eine Zahl (quadratische Verlustfunktion)" },
    },
    squaredWarning:
      "Bei der quadratischen Verlustfunktion kann ein einzelner Zielwert ohne Grenze am Modell ziehen. Deshalb **lässt sich keine Zusage an alle (ε, δ) geben**: Sie müssen λ und das Rauschen selbst unter „Einstellungen für Fachleute“ festlegen, und der Bericht nennt keine Zusage. Jeder Mensch kann trotzdem sein eigenes Ergebnis berechnen. Wenn Sie zweifeln, nehmen Sie Pseudo-Huber.",
    width: "Breite der Pseudo-Huber-Verlustfunktion",
    widthHint:
      "Zielwerte werden zuerst auf −1 … 1 abgebildet. Bis zu diesem Abstand von der Vorhersage ist der Verlust fast das Quadrat, darüber fast eine Gerade. Zum Beispiel 0,5.",
    negative: "Der Wert, der nein bedeutet",
    positive: "Der Wert, der ja bedeutet",
    valuesHint: "Genau so, wie er in den Daten steht.",
    unit: "Einheit (optional)",
    minimum: "Kleinster Wert",
    maximum: "Größter Wert",
  },

  columns: {
    heading: "Die Spalten",
    intro:
      "Geben Sie für jede Spalte an, was sie enthalten darf. Nennen Sie Bereiche und Auswahlen, **die Sie begründen können, ohne diese Datei anzusehen**: aus einem Gesetz, einem Formular, einem Codebuch oder allgemein bekanntem Wissen. Ein Bereich, der an den Daten abgelesen ist, verrät etwas über die Daten, und kein ε zählt das.",
    outside:
      "Ein Wert außerhalb seines Bereichs zählt wie das nähere Ende, beim Training und wenn Menschen ihren Eintrag prüfen.",
    none: "Wählen Sie zuerst die Daten oder eine Studie aus.",
    suggest: "Vorschlagen, was in jeder Spalte steht",
    suggestHint:
      "Liest die ganze Datei auf diesem Gerät und achtet nur darauf, ob die Werte einer Spalte Zahlen, ja oder nein, oder Texte sind. Es beantwortet „Was steht darin?“, wo das noch offen ist. Bereiche und Auswahlen geben weiterhin Sie an.",
    suggested: (count, number) =>
      `Für ${count} ${number === 1 ? "Spalte" : "Spalten"} beantwortet. Prüfen Sie die Antworten: Eine Zahl, die nur eine Gruppe benennt, ist eine von mehreren Auswahlen.`,
    kind: "Was steht darin?",
    kinds: {
      prompt: "Bitte wählen",
      number: "Eine Zahl",
      boolean: "Ja oder nein",
      category: "Eine von mehreren Auswahlen",
      constant: "Eine Konstante (für alle gleich)",
      out: "Diese Spalte weglassen",
    },
    kindHint: {
      boolean: "yes, true oder 1; no, false oder 0. Leere Felder werden abgelehnt.",
      constant: "Damit kann das Modell einen eigenen Mittelwert haben (einen Achsenabschnitt).",
    },
    label: "Name, den Menschen sehen (optional)",
    unit: "Einheit (optional)",
    minimum: "Kleinster Wert",
    maximum: "Größter Wert",
    levels: "Alle Auswahlen, eine je Zeile",
    levelsHint: "Genau so, wie sie in den Daten stehen, auch die, die niemand hat.",
    missing: "Was ein leeres Feld zählt (optional)",
    missingNumberHint: "Eine Zahl im Bereich. Ohne sie wird ein leeres Feld abgelehnt.",
    missingLevelHint: "Eine der Auswahlen. Ohne sie wird ein leeres Feld abgelehnt.",
    value: "Ihr Wert",
    notInData: "Keine Spalte dieser Daten.",
    isOutcome: "Das ist der Zielwert.",
  },

  training: {
    heading: "Das Training",
    mechanism: {
      legend: "Wie soll das Modell privat gemacht werden?",
      objective: "Störung der Zielfunktion (objective perturbation)",
      objectiveHint:
        "Das Rauschen kommt in das, was das Training minimiert. Der einfachste Bericht: Es sind weder Schritte noch Raten zu wählen.",
      descent: "Gradientenabstieg mit Rauschen (noisy gradient descent, DP-SGD)",
      descentHint:
        "Jeder Schritt des Trainings bekommt Rauschen. Auch die Modelle vor allen Schritten werden veröffentlicht; die Zusage zählt sie mit. Sie wählen eine Clip-Norm, eine Zahl von Schritten und eine Lernrate. Mit der quadratischen Verlustfunktion gibt nur dieser Weg eine Zusage an alle.",
    },
    beforehand:
      "Legen Sie das alles fest, **ohne Ergebnisse auf diesen Daten anzusehen**: mit öffentlichen oder erfundenen Daten. Was nach den Daten gewählt wird, ist in keiner Zusage enthalten.",
    clip: "Clip-Norm C",
    clipHint:
      "Der Gradient eines Eintrags zählt höchstens mit dieser Länge. Beginnen Sie mit der größten, die ein Gradient haben kann: 1 bei der logistischen Verlustfunktion, die Breite bei Pseudo-Huber. Eine kleinere macht die Ergebnisse der meisten Menschen größer.",
    sampling: {
      legend: "Welche Einträge nehmen an einem Schritt teil?",
      full: "Alle",
      fullHint: "Die einfachste Zusage, und der einzige Weg zu Ergebnissen, die für alle Einträge zugleich gelten.",
      poisson: "Jeder mit einer Wahrscheinlichkeit (Poisson-Stichprobe)",
      poissonHint: "Ein Schritt dauert weniger lange, deshalb können es mehr sein.",
      shuffle: "Eine Gruppe nach der anderen (gemischte Runden)",
      shuffleHint:
        "In einer Runde ist jeder Eintrag in einer Gruppe. Das Rauschen ist das von so vielen Schritten mit allen Einträgen, wie es Runden gibt.",
    },
    samplingRate: "Wahrscheinlichkeit, an einem Schritt teilzunehmen",
    samplingRateHint:
      "Zwischen 0 und 1, zum Beispiel 0,05. Berechnen Sie sie nicht aus der Zahl der Zeilen, es sei denn, diese ist öffentlich.",
    batches: "Gruppen einer Runde",
    batchesHint: "Zum Beispiel 20. Die Zahl der Schritte muss ein Vielfaches davon sein.",
    steps: "Zahl der Schritte",
    stepsHint: "Zum Beispiel 100. Mehr Schritte brauchen in jedem mehr Rauschen.",
    learningRate: "Lernrate",
    learningRateHint:
      "Wie weit das Modell kommt, hängt von ihr und von der Zahl der Schritte ab. Ist sie zu klein, wird das Modell ungenauer.",
    ratesKept: "Die Studie hat für jeden Schritt eine Lernrate. Bleibt das Feld leer, gelten diese weiter.",
    divisor: "Teiler der Summe jedes Schritts",
    divisorHint:
      "Eine runde, öffentliche Zahl, etwa so groß wie die Zahl der Einträge in einem Schritt. Die wahre Zahl der Zeilen würde verraten, ob ein Mensch darunter ist.",
  },

  budget: {
    heading: "Die Zusage",
    epsilon: "ε, die Zusage an alle",
    epsilonHint:
      "Je kleiner, desto weniger kann jemand über einen Menschen erfahren, und desto mehr Rauschen. Die Tabelle sagt, was jedes ε zulässt.",
    delta: "δ, der Raum für seltene Ausnahmen",
    deltaHint:
      "Wählen Sie es deutlich kleiner als 1 geteilt durch die Zahl der Menschen, zum Beispiel 0,000001. Es ist nicht die Wahrscheinlichkeit einer Ausnahme; die kann größer sein.",
    beliefs: {
      caption: "Welche Chance jemand der Verwendung eines Eintrags höchstens geben könnte",
      epsilon: "ε",
      from: (count) => `zu Beginn ${count}`,
      yours: "Ihr ε",
      note: "Aufgerundet; ohne δ.",
    },
    release: {
      legend: "Was soll außer dem Modell veröffentlicht werden?",
      none: "Sonst nichts",
      noneHint: "Die Ergebnisse der Menschen kommen dann allein aus dem Modell und seinem Rauschen.",
      hessian: "Die Hesse-Matrix, mit Rauschen",
      hessianHint:
        "Sie sagt, wie viele Einträge einander ähneln. Sie kann Ergebnisse kleiner machen, nimmt aber einen Teil von ε und zählt selbst im Ergebnis von allen. Ob sich das lohnt, probiert „expost plan“ auf der Kommandozeile aus.",
      both: "Gradient und Hesse-Matrix, mit Rauschen",
      bothHint:
        "Der Gradient kann den Teil eines Ergebnisses kleiner machen, der vom Modell kommt. Im ganzen Ergebnis kostet er nur.",
      adaptive: "Gradient, Hesse-Matrix und kleinster Eigenwert, mit Rauschen",
      adaptiveHint:
        "Eine Zahl mehr. Sie kann Ergebnisse schärfer machen, wo das Rauschen der Hesse-Matrix groß ist. Auch sie zählt.",
    },
    shares: "Anteile von ε",
    sharesHint: "Wie viel von ε jeder Teil bekommt. Zusammen müssen sie 1 ergeben.",
    shareModel: "Modell",
    shareGradient: "Gradient",
    shareHessian: "Hesse-Matrix",
    shareEigenvalue: "Kleinster Eigenwert",
    plan: {
      heading: "Was dieses Budget an Rauschen kostet",
      waiting:
        "Geben Sie die Art des Zielwerts, ε, δ, das, was veröffentlicht wird, und die Anteile an; dann steht hier, wie viel Rauschen sie bedeuten.",
      busy: "Das Rauschen wird berechnet …",
      noise: "Rauschen bei diesem Budget",
      part: "Teil",
      sigma: "Standardabweichung seines Rauschens",
      alone: "ε für sich allein",
      accountants: "Was jedes Rechenverfahren für den Anteil des Modells allein brauchen würde",
      accountant: "Rechenverfahren (Accountant)",
      chosen: "verwendet",
      lambda: "λ",
      modelSigma: "σ des Modells",
      none: "keines",
      shift: (shift, dimension) =>
        `Das Rauschen der Hesse-Matrix verschiebt ihre Eigenwerte um höchstens ${shift} (Koordinaten: ${dimension}), außer in einer von einer Million Veröffentlichungen.`,
      ready: "Die Stärken des Rauschens stehen unten.",
      grid: "Im Bericht können sie etwas größer sein: Das Rauschen wird auf einem Raster gezogen, und was das kostet, kommt dazu.",
      descent: {
        waiting: "Geben Sie die Art des Zielwerts, das Training, ε und δ an; dann steht hier, wie viel Rauschen sie bedeuten.",
        sum: "σ, Standardabweichung des Rauschens der Summe jedes Schritts",
        multiplier: "Rauschfaktor σ / C",
        cap: "Das größte V, das es geben kann",
        meaning:
          "V misst, wie stark ein Eintrag in allen Schritten zusammen ziehen kann. Die veröffentlichten Modelle zeigen jedem Menschen sein eigenes.",
        replaced: "Sie haben ein eigenes σ gesetzt: Der Bericht wird dieses haben, und das ε, das es bei diesem δ ergibt.",
      },
    },
  },

  parts: {
    model: "Modell (σ)",
    gradient: "Gradient (σ₂)",
    hessian: "Hesse-Matrix (σ₃)",
    smallestEigenvalue: "Kleinster Eigenwert (σ₄)",
  },

  about: {
    heading: "Über den Bericht",
    title: "Titel",
    titleHint: "Zum Beispiel: Modell für Kreditausfälle, Frühjahr 2026.",
    description: "Wozu das Modell dient (optional)",
    publisher: "Veröffentlicht von (optional)",
    contact: "Kontakt (optional)",
    links: {
      summary: "Ihre Seiten für die Menschen in den Daten (optional)",
      intro:
        "Die Prüfseite zeigt ihre Adressen allen, die ihren Eintrag geprüft haben. Schreiben Sie jede ganz aus, zum Beispiel https://example.org/privacy.",
      privacy: "Seite darüber, wie Sie mit Daten umgehen",
      rights: "Seite darüber, wie Menschen ihre Rechte nutzen",
      optOut: "Seite darüber, wie Menschen für die Zukunft widersprechen",
    },
    published: "Datum der Veröffentlichung (optional)",
    publishedHint: "So geschrieben: 2026-03-01. Bleibt es leer, ist es das heutige Datum.",
    madeUp: "Die Daten sind erfunden",
    madeUpHint: "Der Bericht und die Prüfseite sagen das dann.",
  },

  experts: {
    summary: "Einstellungen für Fachleute",
    intro: "Sie haben sinnvolle Werte. Ändern Sie sie nur, wenn Sie wissen, warum.",
    accountant: "Rechenverfahren (Accountant)",
    accountants: {
      joint: "joint (am wenigsten Rauschen)",
      shift: "shift",
      redberg2023: "redberg2023",
      wang2021: "wang2021",
      kst2012: "kst2012",
    },
    descentAccountants: {
      "": "das übliche: gaussian, bei Poisson-Stichproben pld",
      gaussian: "gaussian",
      pld: "pld, für Poisson-Stichproben",
      rdp: "rdp, für Poisson-Stichproben (mehr Rauschen)",
    },
    momentum: "Momentum (optional)",
    momentumHint: "Ab 0 und kleiner als 1. Bleibt es leer, gibt es keines.",
    ridge: "Ridge, Stärke der Regularisierung (optional)",
    ridgeHint: "Jeder Schritt fügt seiner Summe das Modell mal diese Zahl hinzu. Bleibt es leer, gibt es keine.",
    final: "Welches Modell veröffentlicht wird",
    finals: { last: "Das letzte", average: "Der Mittelwert aller nach dem ersten" },
    every: "Eines der Modelle je … Schritte veröffentlichen (optional)",
    everyHint:
      "Eine ganze Zahl. Der Bericht wird kleiner, und die Ergebnisse der Menschen werden größer. Bleibt es leer, werden alle veröffentlicht.",
    scaleSum: "Eigenes σ (optional)",
    scaleSumHint:
      "Standardabweichung des Rauschens der Summe jedes Schritts. Sie ersetzt, was das Budget ergeben würde, und ε wird, was sie ergibt.",
    composition: "Wie alles Veröffentlichte zusammengezählt wird",
    compositions: {
      joint: "joint: eine Zusage für alles",
      basic: "basic: ε₁ + ε₂ + …, wie in den Artikeln",
    },
    lambda: "λ, Stärke der Regularisierung",
    lambdaHint: "Bleibt es leer, wählt es das Rechenverfahren (nicht bei der quadratischen Verlustfunktion).",
    scales: "Eigene Stärken des Rauschens",
    scalesHint: "Standardabweichungen. Sie ersetzen, was das Budget ergeben würde.",
    scaleModel: "σ des Modells",
    scaleGradient: "σ₂ des Gradienten",
    scaleHessian: "σ₃ der Hesse-Matrix",
    scaleEigenvalue: "σ₄ des kleinsten Eigenwerts",
    rangeStart: "Zahlen werden abgebildet auf: von",
    rangeEnd: "Zahlen werden abgebildet auf: bis",
    norm: "Länge, durch die Einträge geteilt werden",
    normHint: (length) =>
      length === null
        ? "Bleibt sie leer, ist es die größte Länge, die ein Eintrag haben kann; dann muss keiner verkleinert werden."
        : `Bleibt sie leer, ist es die größte Länge, die ein Eintrag haben kann (jetzt ${length}); dann muss keiner verkleinert werden.`,
    failure: "Irrtumswahrscheinlichkeit der Ergebnisse von Menschen",
    seed: "Startwert, nur für ein Experiment",
    seedHint:
      "Eine ganze Zahl. Wer den Startwert kennt, kann das Rauschen wieder herausrechnen. Deshalb wird das Erstellte als Experiment gekennzeichnet und lässt sich nicht als Bericht zum Veröffentlichen herunterladen.",
  },

  run: {
    heading: "Den Bericht erstellen",
    button: "Bericht erstellen",
    experimentButton: "Experiment durchführen",
    saveStudy: "Studie speichern",
    saveStudyHint:
      "Eine study.json mit allem aus diesem Formular und nichts aus den Daten. Mit ihr erstellt die Kommandozeile denselben Bericht: expost publish DATA.csv --study study.json --out report.json",
    studySaved: "Die Studie wurde gespeichert. Fragen ohne Antwort sind darin offen gelassen.",
    again:
      "Sie haben auf dieser Seite schon einen Bericht erstellt. Veröffentlichen Sie nur einen davon: Kommt mehr als einer heraus, summiert sich, was sie verraten.",
    seeded: "Es ist ein Startwert gesetzt: Das wird ein Experiment, kein Bericht zum Veröffentlichen.",
    working: "Der Bericht wird erstellt",
    bar: "Bisher gelesen",
    barSteps: "Bisher gemachte Schritte",
    reading: (rows) => `Die Daten werden gelesen. Zeilen bisher: ${rows}.`,
    training: "Das Modell wird trainiert …",
    trainingStep: (step) => `Das Modell wird trainiert: Schritt ${step}.`,
    trainingStepOf: (step, steps) => `Das Modell wird trainiert: Schritt ${step} von ${steps}.`,
    releasing: "Das Rauschen wird gezogen …",
    starting: "Es geht los …",
    inPage:
      "Ihr Browser startet hier nichts im Hintergrund. Deshalb reagiert die Seite vielleicht nicht, während das Modell trainiert wird.",
    cancel: "Abbrechen",
    cancelled: "Abgebrochen. Es wurde kein Bericht erstellt, und Ihre Antworten stehen noch hier.",
  },

  review: {
    heading: "Lesen Sie das, bevor Sie veröffentlichen",
    experimentHeading: "Ein Experiment, nicht zum Veröffentlichen",
    experiment:
      "Das Rauschen stammt aus einem Startwert. Wer ihn kennt, kann das Rauschen wieder herausrechnen. Deshalb darf das nicht als Bericht veröffentlicht werden: Es ist innen als x-insecure-seed gekennzeichnet, und die Prüfseite sagt das. Es lässt sich hier weder als Bericht noch als Prüfseite noch als Code für eine Website herunterladen.",
    public: "Das wird öffentlich",
    publicExperiment: "Was darin steht",
    publicIntro:
      "Der Bericht, Wort für Wort. Sonst geben Sie nichts aus der Hand, und alles darin kann für immer kopiert und ausgewertet werden.",
    text: "Text des Berichts",
    levels: {
      caption: "Das Rauschen und die Zusage",
      lambda: "λ",
      promise: "Zusage an alle",
      promised: (epsilon, delta, accountant) => `ε = ${epsilon}, δ = ${delta} (Rechenverfahren ${accountant})`,
      noPromise: "keine: Bei dieser Verlustfunktion gibt es keine endliche Zusage",
      rounding: "Koeffizienten, zufällig gerundet auf Vielfache von",
      grid: "Verrauschte Summen sind Vielfache von",
      descent: {
        sum: "Rauschen der Summe jedes Schritts (σ)",
        clip: "Clip-Norm C",
        steps: "Schritte",
        sampling: "Einträge in einem Schritt",
        samplings: {
          full: "alle",
          poisson: (rate) => `jeder mit Wahrscheinlichkeit ${rate}`,
          shuffle: (batches) => `eine von ${batches} gemischten Gruppen`,
        },
        learningRate: "Lernrate",
        rates: "eine für jeden Schritt",
        momentum: "Momentum",
        ridge: "Ridge (Regularisierung)",
        divisor: "Teiler der Summe jedes Schritts",
        final: "Das Modell",
        finals: { last: "das letzte", average: "der Mittelwert aller nach dem ersten" },
        path: "Modelle vor Schritten, auch veröffentlicht",
        noPath: "nicht veröffentlicht",
        every: "Schritte von einem davon zum nächsten",
      },
      coordinates: "Koordinaten",
      fingerprint: "Fingerabdruck (SHA-256)",
      noFingerprint: "kann bei einer unverschlüsselten Verbindung nicht berechnet werden",
    },
    shortened: (characters) =>
      `Die Modelle vor den Schritten sind ein langer Text: ${characters} Zeichen davon stehen nur in der Datei.`,
    private: "Das wird nicht öffentlich",
    privateIntro:
      "Es handelt von den Daten, und ihm wurde kein Rauschen hinzugefügt. Es ist nur für Sie: Veröffentlichen Sie es nicht und ändern Sie danach keine Bereiche.",
    noRows: "Die Datei hat keine Zeilen. Der Bericht wurde trotzdem erstellt: Eine Ablehnung würde das verraten.",
    onlyLabel: (name, value) =>
      `In der Spalte ${name} steht nur „${value}“. Der Bericht wurde trotzdem erstellt: Eine Ablehnung würde das verraten.`,
    rows: "Zeilen",
    clamped: "Werte außerhalb ihres Bereichs, gezählt wie dessen Ende",
    missing: "Ergänzte leere Felder",
    scaled: "Einträge, auf Länge 1 verkleinert",
    iterations: "Schritte des Lösungsverfahrens",
    none: "keine",
    counted: (name, count) => `${name}: ${count}`,
    take: "Nehmen Sie es mit",
    report: "report.json herunterladen",
    reportHint: "Der Bericht. Stellen Sie ihn auf Ihre Website und behalten Sie eine Kopie.",
    page: "Die Prüfseite herunterladen",
    pageHint:
      "Eine HTML-Datei mit dem Bericht darin, in der Menschen ihr eigenes Ergebnis berechnen. Sie lässt sich vom Datenträger öffnen, arbeitet ohne Verbindung und sendet nichts.",
    embed: "Code für Ihre eigenen Seiten",
    embedHint:
      "Legen Sie fünf Dateien nebeneinander: die Seite mit diesem Code, report.json, check.html und die beiden Dateien unten. Die Prüfung wird in einem Rahmen gezeigt, der nicht zu anderen Seiten geführt werden kann. Wo ihr Skript nicht laufen kann, tritt die Prüfseite an ihre Stelle, mit einem Link für alle, die sie für sich allein wollen.",
    element: "expost-check.js herunterladen",
    frame: "check-frame.de.html herunterladen",
    frameEvery: "check-frame-every.de.html herunterladen",
    embedLink: "Prüfen Sie, was dieses Modell über Sie verraten könnte",
    embedLanguage: "de",
    study: "Studie speichern",
    studyHint: "Mit ihr und den Daten kann die Kommandozeile das wiederholen: mit anderem Rauschen, also ein zweiter Bericht.",
    experimentDownload: "Das Experiment herunterladen",
    experimentHint: "Eine JSON-Datei, deren Name und Inhalt sagen, dass sie ein Experiment ist.",
    back: "Zurück zum Formular",
    backHint: "Ihre Antworten stehen noch dort. Ein zweiter Bericht ist eine zweite Veröffentlichung.",
    files: {
      report: "report.json",
      page: "check.html",
      element: "expost-check.js",
      frame: "check-frame.de.html",
      frameEvery: "check-frame-every.de.html",
      study: "study.json",
      experiment: "experiment-nicht-veroeffentlichen.json",
    },
  },

  names: {
    data: "Daten",
    columns: "Spalten",
    outcome: "Zielwert",
    outcomeLabel: "Name des Zielwerts",
    loss: "Art des Zielwerts",
    width: "Breite der Pseudo-Huber-Verlustfunktion",
    negative: "Wert, der nein bedeutet",
    positive: "Wert, der ja bedeutet",
    outcomeUnit: "Einheit des Zielwerts",
    outcomeMinimum: "Kleinster Wert des Zielwerts",
    outcomeMaximum: "Größter Wert des Zielwerts",
    mechanism: "Wie das Modell privat gemacht wird",
    clip: "Clip-Norm C",
    steps: "Zahl der Schritte",
    sampling: "Einträge in einem Schritt",
    samplingRate: "Wahrscheinlichkeit, an einem Schritt teilzunehmen",
    batches: "Gruppen einer Runde",
    learningRate: "Lernrate",
    divisor: "Teiler der Summe",
    momentum: "Momentum des Trainings",
    ridge: "Ridge (Regularisierung)",
    final: "Welches Modell veröffentlicht wird",
    every: "Eines der Modelle je … Schritte",
    scaleSum: "Eigenes σ",
    epsilon: "ε",
    delta: "δ",
    release: "Was veröffentlicht wird",
    shares: "Anteile von ε",
    shareModel: "Anteil des Modells",
    shareGradient: "Anteil des Gradienten",
    shareHessian: "Anteil der Hesse-Matrix",
    shareEigenvalue: "Anteil des kleinsten Eigenwerts",
    accountant: "Rechenverfahren (Accountant)",
    composition: "Wie zusammengezählt wird",
    lambda: "λ",
    scaleModel: "σ des Modells",
    scaleGradient: "σ₂ des Gradienten",
    scaleHessian: "σ₃ der Hesse-Matrix",
    scaleEigenvalue: "σ₄ des kleinsten Eigenwerts",
    rangeStart: "Anfang des Bereichs, auf den Zahlen abgebildet werden",
    rangeEnd: "Ende des Bereichs, auf den Zahlen abgebildet werden",
    norm: "Länge, durch die Einträge geteilt werden",
    failure: "Irrtumswahrscheinlichkeit",
    title: "Titel",
    description: "Wozu das Modell dient",
    publisher: "Veröffentlicht von",
    contact: "Kontakt",
    linkPrivacy: "Seite darüber, wie Sie mit Daten umgehen",
    linkRights: "Seite darüber, wie Menschen ihre Rechte nutzen",
    linkOptOut: "Seite darüber, wie Menschen für die Zukunft widersprechen",
    published: "Datum der Veröffentlichung",
    unit: "Ein Eintrag ist",
    ofColumn: {
      kind: (column) => `${column}: Was steht darin?`,
      label: (column) => `${column}: Name, den Menschen sehen`,
      unit: (column) => `${column}: Einheit`,
      minimum: (column) => `${column}: kleinster Wert`,
      maximum: (column) => `${column}: größter Wert`,
      levels: (column) => `${column}: Auswahlen`,
      missing: (column) => `${column}: was ein leeres Feld zählt`,
      value: (column) => `${column}: Wert`,
    },
  },

  errors: {
    data: "Wählen Sie die Daten aus",
    person: "Geben Sie an, ob jede Zeile ein Mensch ist",
    several: "Fassen Sie die Zeilen zuerst zusammen, sodass jede Zeile ein Mensch ist, und wählen Sie die neue Tabelle aus",
    outcome: "Wählen Sie die Spalte aus, die das Modell vorhersagen soll",
    outcomeGone: (name) => `Die Daten haben keine Spalte „${name}“: Wählen Sie die Spalte aus, die das Modell vorhersagen soll`,
    loss: "Geben Sie an, welche Art von Zielwert es ist",
    sampling: "Geben Sie an, welche Einträge an einem Schritt teilnehmen",
    release: "Geben Sie an, was außer dem Modell veröffentlicht werden soll",
    kind: (column) => `Geben Sie an, was in der Spalte „${column}“ steht, oder lassen Sie sie weg`,
    noColumns: "Mindestens eine Spalte muss ins Modell gehen",
    levels: (column) => `Geben Sie alle Auswahlen von „${column}“ an, eine je Zeile`,
    enter: (name) => `Geben Sie bei „${name}“ etwas ein`,
    notANumber: (name) => `„${name}“ muss eine Zahl sein, zum Beispiel 45`,
    blank: (name) => `Geben Sie bei „${name}“ etwas ein`,
    ambiguous: (name, written, withDecimals, without) =>
      `„${name}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein: „${written}“ könnte ${withDecimals} oder ${without} bedeuten`,
    ambiguousPlain: (name) =>
      `„${name}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein, zum Beispiel 1234,5`,
    seed: "Der Startwert muss eine ganze Zahl von 0 bis 9007199254740991 sein",
    placed: (name) => `„${name}“:`,
    around: (name) => `„${name}“:`,
    located: (file, line) => `${file}, Zeile ${line}:`,
    inFile: (file) => `${file}:`,
    study: "In der Studie stimmt etwas nicht:",
    ours: "Es wurde kein Bericht erstellt. Der Grund:",
    studyFile: (name) => `${name} lässt sich nicht verwenden:`,
    pasteEmpty: "Fügen Sie zuerst die Kopfzeile und die Zeilen ein",
    noParquetReader: (name) =>
      `${name} ist eine Parquet-Datei, und der Teil, der solche Dateien liest, kam von dieser Website nicht an: Speichern Sie dieses Formular als Datei und verwenden Sie diese, oder wählen Sie dieselben Zeilen als CSV`,
    unreadableStudy: (name) => `${name} lässt sich nicht als Text lesen`,
    otherMechanism: (name) =>
      `${name} ist für einen Mechanismus oder eine Verlustfunktion, nach denen diese Seite nicht fragt; den Bericht dazu erstellt „expost publish“ auf der Kommandozeile oder, für ein anderswo trainiertes Modell, „expost attach“`,
  },
};

export { de as words };
