// Every word of the page for studying rows in German; ../en says what may stand here. The words are
// those of the check page (check.js). Not to be used here: sicher, anonym, geschützt, garantiert.
import { inProfile } from "./models.js";
import { tableErrors } from "./table-errors.js";

/** @type {import("../en/profile.js").ProfileWords} */
export const profile = {
  language: "de",
  locale: "de-DE",
  direction: "ltr",
  decimals: [","],

  title: "Zeilen untersuchen",
  intro:
    "Sehen Sie, welche Zeilen von Trainingsdaten ein Modell am stärksten preisgibt und in welchem Bereich von ε die Wahl einen Unterschied macht. Die Daten bleiben auf diesem Gerät: Ihr Browser ist so eingerichtet, dass er die Anfragen dieser Seite ablehnt. Prüfen Sie es selbst nach.",
  noscript: "Diese Seite braucht JavaScript: Die Zeilen werden hier untersucht, auf Ihrem Gerät, und nirgendwo sonst.",
  notStarted:
    "Wenn hier nichts weiter erscheint, durfte das Programm dieser Seite nicht laufen: Eine Regel dieser Website hält es an (Content-Security-Policy). Sagen Sie es bitte denen, die die Website betreiben. Oder speichern Sie diese Seite als Datei und öffnen Sie die Datei.",
  banner: "Nur für Sie. Veröffentlichen Sie weder das Diagramm noch die Rangfolge noch die Zahlen.",
  how: {
    summary: "Selbst nachprüfen, dass nichts gesendet wird",
    points: [
      "Öffnen Sie die Entwicklerwerkzeuge Ihres Browsers und wählen Sie „Netzwerk“. Wählen Sie dann die Daten aus und untersuchen Sie sie: Es erscheint keine Anfrage. (Wenn Sie eine Datei speichern, kann eine Zeile dazukommen, die mit blob: beginnt. Das ist der eigene Text der Seite, der Ihnen als Datei übergeben wird.)",
      "Oder speichern Sie diese Seite als Datei, trennen Sie die Verbindung zum Internet und öffnen Sie die Datei. Sie arbeitet genauso.",
      "Diese Seite enthält eine Regel für Ihren Browser, eine Content Security Policy: keine Verbindungen, keine abgeschickten Formulare und nur das eine Programm, dessen Fingerabdruck in der Seite steht. Im Hintergrund läuft dasselbe Programm unter derselben Regel.",
      "Die Regel bindet diese Seite. Sie bindet weder Erweiterungen Ihres Browsers noch andere Programme auf diesem Gerät.",
    ],
  },
  errorPrefix: "Fehler:",
  errorHeading: "Es gibt ein Problem",

  honest: {
    cost: "Wer ε wählt, nachdem diese Zeilen angesehen wurden, verbraucht Privatsphäre, die ε nicht zählt.",
    instead:
      "Wählen Sie es an öffentlichen Daten derselben Art oder an erfundenen Zeilen derselben Form, und sehen Sie diese Zeilen nur an, um eine Wahl zu verstehen, die schon getroffen ist.",
  },

  inputs: {
    heading: "Die Daten und die Studie",
    data: "Daten auswählen: eine CSV- oder Parquet-Datei",
    dataHint:
      "Die Trainingsdaten, eine Zeile je Mensch. In CSV nennt die erste Zeile die Spalten. Sie können Dateien auch auf diese Seite ziehen.",
    paste: "Stattdessen die Daten einfügen",
    pasteLabel: "Kopfzeile und Zeilen",
    pasteButton: "Diesen Text verwenden",
    pasted: "eingefügter Text",
    decimalMark: {
      legend: "Wie sind Zahlen in den Daten geschrieben?",
      hint: "In Dateien mit Dezimalkomma stehen zwischen den Spalten Semikolons oder Tabulatoren.",
      point: "Mit Dezimalpunkt",
      comma: "Mit Dezimalkomma",
    },
    reading: "Die Kopfzeile wird gelesen …",
    chosen: (name, columns, number) =>
      number === 1
        ? `${name}: ${columns} Spalte. Bisher wurde nur ihr Name gelesen.`
        : `${name}: ${columns} Spalten. Bisher wurden nur ihre Namen gelesen.`,
    study: "Studie auswählen",
    studyHint:
      "Die study.json, die „Bericht erstellen“ speichert oder „expost init“ beginnt: welche Spalten, welche Bereiche, welche Verlustfunktion.",
    studyRead: (name, title) => `${name}: ${title}`,
    untitled: "eine Studie ohne Titel",
    heldOut: "Zurückgehaltene Zeilen auswählen (optional)",
    heldOutHint:
      "Eine andere Datei mit denselben Spalten. Wie genau das Modell bei ihren Zeilen ist, wird über ε gezeigt. Ziehen Sie die Datei auf dieses Feld.",
    report: "Veröffentlichten Bericht auswählen (optional)",
    reportHint:
      "Eine report.json, die aus diesen Zeilen gemacht wurde. Ihre exakten Verluste werden dann neben den Grenzen gezeigt, die Menschen bekommen.",
    reportRead: (name) => `${name} wird mit den Zeilen verglichen.`,
    remove: (what) => `${what} weglassen`,
  },

  madeUp: {
    heading: "Zuerst erfundene Zeilen ansehen",
    text: "Diese Seite kann Zeilen allein aus den Bereichen und Auswahlen der Studie ziehen. Dafür sieht sie die Daten nicht an, und keine Zeile eines Menschen ist darunter; sie anzusehen kostet also niemanden etwas. Echte Zeilen sind nicht so gleichmäßig verteilt: Der Bereich von ε kann anders ausfallen.",
    rows: "Wie viele Zeilen",
    rowsHint: "Eine Zahl, die Sie ohnehin veröffentlichen würden, zum Beispiel die Größe der Befragung.",
    button: "Daten derselben Form erfinden",
    name: "erfundene Daten",
    made: (rows) => `Erfundene Zeilen: ${rows}. Sie sind an die Stelle der Daten getreten.`,
    save: "Die erfundenen Zeilen speichern (CSV)",
    file: "erfundene-zeilen.csv",
  },

  settings: {
    heading: "Einstellungen",
    lambda: "λ, Stärke der Regularisierung",
    lambdaHint: "λ = nΛ der Summe über alle Zeilen. Bleibt es leer, ist es das der Studie.",
    profileEpsilon: "ε der Rangfolge",
    profileEpsilonHint: "Die Zeilen werden bei diesem ε geordnet. Bleibt es leer, ist es das der Studie.",
    more: "Weitere Einstellungen",
    neighbours: {
      legend: "Womit eine Zeile verglichen wird",
      exact: "Mit dem Modell, das ohne sie trainiert ist",
      exactHint: "Für jede Zeile berechnet.",
      worst: "Mit dem fernsten Modell, zu dem sie führen könnte",
      worstHint: "Ein Schritt je Zeile, ohne Training: schneller und zu groß.",
    },
    grid: "Werte von ε in den Diagrammen",
    gridHint: "In gleichen Abständen ihrer Logarithmen.",
    from: "Kleinster",
    to: "Größter",
    count: "Wie viele",
    samples: "Zu ziehende Modelle",
    samplesHint:
      "Bei 0 wird keines gezogen. Bei mehr wird auch das Mittel der geordneten Verluste über so viele gezogene Modelle gezeigt, mit seinem Standardfehler.",
  },

  run: {
    button: "Zeilen untersuchen",
    working: "Die Zeilen werden untersucht",
    starting: "Es geht los …",
    bar: "Bisher erledigt",
    reading: (rows) => `Die Zeilen werden gelesen. Bisher: ${rows}.`,
    training: "Das Modell wird trainiert …",
    trainingStep: (step) => `Das Modell wird trainiert: Schritt ${step}.`,
    neighbours: (rows, total) => `Eine Zeile nach der anderen wird herausgenommen: ${rows} von ${total}.`,
    losses: (done, total) => `Die typischen Verluste werden berechnet: ${done} von ${total}.`,
    sampling: (done, total) => `Modelle werden gezogen: ${done} von ${total}.`,
    auditing: (rows, total) => `Der Bericht wird mit den Zeilen verglichen: ${rows} von ${total}.`,
    phases: {
      reading: "Die Zeilen werden gelesen.",
      training: "Das Modell wird trainiert.",
      neighbours: "Eine Zeile nach der anderen wird herausgenommen.",
      losses: "Die typischen Verluste werden berechnet.",
      sampling: "Modelle werden gezogen.",
      auditing: "Der Bericht wird mit den Zeilen verglichen.",
    },
    inPage:
      "Ihr Browser startet hier nichts im Hintergrund. Deshalb reagiert die Seite vielleicht nicht, während die Zeilen untersucht werden.",
    cancel: "Abbrechen",
    cancelled: "Abgebrochen. Es wurde nichts berechnet, und was Sie eingegeben haben, steht noch hier.",
  },

  result: {
    heading: "Wie weit die Zeilen preisgegeben sind",
    madeUp: "Erfundene Zeilen. Keine Zeile eines Menschen ist darunter.",
    seeded: "Aus einem Startwert gezogen: ein Experiment.",
    facts: (rows, dimension, lambda, rowCount, dimensionCount) =>
      `${rows} ${rowCount === 1 ? "Zeile" : "Zeilen"}, ${dimension} ${dimensionCount === 1 ? "Koordinate" : "Koordinaten"}, λ = ${lambda}.`,
    exact: (error) =>
      `Jede Zeile wird mit dem Modell verglichen, das ohne sie trainiert ist. Vom Runden abgesehen weichen die Abstände höchstens um einen Anteil von ${error} ab.`,
    worstDeviation: (times) =>
      `Das fernste Modell, zu dem sie führen könnte, bieten „Weitere Einstellungen“ an, und es braucht einen Schritt je Zeile; es würde um bis zum ${times}-Fachen dieses Abstands abweichen.`,
    worst:
      "Jede Zeile wird mit dem fernsten Modell verglichen, zu dem sie führen könnte. Dadurch fallen die Verluste zu groß aus.",
    exposed: (epsilon, loss) => `Bei ε\u00a0=\u00a0${epsilon} verliert die am meisten preisgegebene Zeile ${loss}\u00a0Nats`,
    usual: (epsilon, most, least) =>
      `Bei jedem ε bis ${epsilon} liegt der typische Verlust keiner Zeile über ${most} des Höchsten, was er sein könnte, und bei keiner unter ${least} davon, so klein ε auch ist.`,
    range: (low, high) =>
      `Welche Zeilen preisgegeben sind, entscheidet die Wahl von ε nur von ε\u00a0=\u00a0${low} bis ε\u00a0=\u00a0${high}.`,
    row: (row, alike, others) =>
      alike === 0
        ? `Zeile ${row}`
        : `Zeile ${row} (mit ${alike === 1 ? "einer anderen, die ihr gleicht" : `${others} anderen, die ihr gleichen`})`,
    low: (epsilon, row, share) =>
      `Unterhalb von ε = ${epsilon} liegt der typische Verlust jeder Zeile nahe bei ${share} des Höchsten, was er sein könnte. Ein kleineres ε macht die Verluste im selben Verhältnis kleiner, und keine Zeile gewinnt darüber hinaus. Dieses Ende bestimmt ${row}, die das Modell am meisten verschiebt.`,
    high: (epsilon, row) =>
      `Oberhalb von ε = ${epsilon} liegt der typische Verlust jeder Zeile nahe beim Höchsten, was er sein könnte: Jede Zeile ist ganz preisgegeben. Dieses Ende bestimmt ${row}, die das Modell am wenigsten verschiebt.`,
    noHigh: (row) =>
      `Es gibt kein oberes Ende: ${row} verschiebt das Modell gar nicht, also gibt kein ε sie preis, wie groß es auch ist. Ihr typischer Verlust ist genau 0.`,
    nobody:
      "Keine Zeile verschiebt das Modell. Deshalb gibt es kein ε, ab dem eine Zeile preisgegeben ist. Jeder typische Verlust ist genau 0.",
    between: "Dieser Bereich ist keine Empfehlung: Ein ε weit über 1 sagt wenig zu.",
    none: "Kein Bereich von ε",
    oneCoordinate:
      "Das Modell hat eine Koordinate, und dann gibt es keinen Bereich, in dem es auf die Wahl von ε mehr ankommt als anderswo: Bei kleinem und bei großem ε liegt der typische Verlust jeder Zeile nahe beim Höchsten, was er sein könnte, und dazwischen nie unter 79\u00a0% davon.",
    rounded: "Die Enden sind nach außen gerundet.",
    meaning: (rate) =>
      `**Was ein typischer Verlust ist.** Angenommen, das Modell wird mit Rauschen veröffentlicht, dessen Dichte proportional zu e^(−β‖b‖) ist, ${rate} (Störung der Ausgabe). Der typische Verlust einer Zeile, in Nats, gibt an, wie stark das Veröffentlichte dafür oder dagegen spricht, dass die Zeile verwendet wurde, im Mittel über das Rauschen. Bei gegebenem ε ist er höchstens β mal der Abstand, um den die Zeile das Modell verschiebt.`,
    rate: "β = λε/2",
    rateWithin: (longest) =>
      `β = λε/(2G) mit G = ${longest}, dem Längsten, was der Gradient des Verlusts einer Zeile sein kann`,
  },

  charts: {
    stamp: "Nur für Sie. Nicht veröffentlichen.",
    numbers: "Die Zahlen als Tabelle",
    unknown: "lässt sich nicht berechnen",
    read: "Einen Wert ablesen",
    save: "Dieses Diagramm speichern (SVG)",
    zero: (count, number) =>
      number === 1
        ? "1 Zeile hat einen Verlust von 0 und kann nicht gezeichnet werden: Eine logarithmische Achse hat keine 0."
        : `${count} Zeilen haben einen Verlust von 0 und können nicht gezeichnet werden: Eine logarithmische Achse hat keine 0.`,
    infinite: (count, number) =>
      number === 1
        ? "Bei 1 Zeile ist das Verhältnis unendlich (∞) und kann nicht gezeichnet werden."
        : `Bei ${count} Zeilen ist das Verhältnis unendlich (∞) und kann nicht gezeichnet werden.`,
    epsilon: "ε",
    row: "Zeile",
    rank: "Rang, am stärksten preisgegebene Zeile zuerst",
    max: "größter",
    p99: "99. Perzentil",
    p90: "90. Perzentil",
    median: "Median",
    p10: "10. Perzentil",
    min: "kleinster",
    mean: "Mittel",
    lower: "unteres Plateau",
    transition: "Übergang",
    upper: "oberes Plateau",
    typical: {
      heading: "Typischer Verlust über ε",
      name: "Typischer Verlust der Zeilen bei jedem ε",
      description: (low, high, reach) =>
        `Beide Achsen sind logarithmisch. Drei Linien, die mit ε steigen: der größte Verlust, das 99. Perzentil und der Median über die Zeilen. ${
          {
            whole: `Der Übergang von ε = ${low} bis ε = ${high} ist markiert, mit dem unteren Plateau davor und dem oberen danach.`,
            part: `Der Übergang von ε = ${low} bis ε = ${high} ist markiert, soweit die Achse von ε reicht.`,
            none: `Der Übergang von ε = ${low} bis ε = ${high} liegt jenseits der Achse von ε.`,
          }[reach]
        }`,
      plainDescription:
        "Beide Achsen sind logarithmisch. Drei Linien, die mit ε steigen: der größte Verlust, das 99. Perzentil und der Median über die Zeilen.",
      y: "typischer Verlust, in Nats",
      file: "privat-typischer-verlust",
      beyond: (from, to) =>
        `Die Diagramme gehen von ε = ${from} bis ε = ${to}, und der Bereich geht weiter. „Weitere Einstellungen“ nimmt andere Werte.`,
    },
    share: {
      name: "Typischer Verlust als Anteil des Höchsten, was er sein könnte",
      description: (kappa) =>
        `Die Achse von ε ist logarithmisch. Soweit sie reicht, steigt jede Linie von ${kappa}, dem unteren Plateau, bei kleinem ε bis 100\u00a0%, dem oberen Plateau, bei großem ε: zuerst die der Zeile, die das Modell am meisten verschiebt, zuletzt die der Zeile, die es am wenigsten verschiebt.`,
      oneCoordinate:
        "Die Achse von ε ist logarithmisch. Soweit sie reicht, liegt jede Linie bei kleinem und bei großem ε nahe bei 100\u00a0% und sinkt dazwischen auf 79,6\u00a0%: zuerst die der Zeile, die das Modell am meisten verschiebt, zuletzt die der Zeile, die es am wenigsten verschiebt.",
      intro: (kappa) =>
        `Geteilt durch das Höchste, was sie sein könnten, folgen die Verluste aller Zeilen einer Kurve, jede ab einem eigenen ε: Sie beginnt bei ${kappa}, dem unteren Plateau, und endet bei 100\u00a0%, dem oberen Plateau. Der Übergang beginnt, wo die erste Zeile das untere Plateau verlässt, und endet, wo die letzte das obere erreicht.`,
      y: "Anteil des Höchsten, was er sein könnte",
      lower: (kappa) => `unteres Plateau, ${kappa}`,
      upper: "oberes Plateau, 100\u00a0%",
      file: "privat-anteil-des-hoechsten",
    },
    accuracy: {
      name: {
        accuracy: "Genauigkeit bei den zurückgehaltenen Zeilen",
        "mean-absolute-error": "Mittlerer absoluter Fehler bei den zurückgehaltenen Zeilen",
      },
      y: (measure, unit) =>
        measure === "accuracy"
          ? "Anteil der richtigen Zeilen"
          : `mittlerer absoluter Fehler${unit === null ? "" : `, in ${unit}`}`,
      description: (without) =>
        `Die Achse von ε ist logarithmisch und dieselbe wie oben. Eine Linie mit Balken von zwei Standardfehlern, über gezogene Modelle; eine zweite Linie zeigt das Modell ohne Rauschen, ${without}.`,
      line: "mit Rauschen (Mittel)",
      without: "ohne Rauschen",
      mean: "Mittel",
      error: "Standardfehler",
      note: (models) => `Gezogene Modelle: ${models}. Die Balken reichen zwei Standardfehler nach jeder Seite.`,
      file: "privat-genauigkeit",
    },
    sorted: {
      heading: (epsilon) => `Die Zeilen, geordnet bei ε\u00a0=\u00a0${epsilon}`,
      name: (epsilon) => `Typische Verluste aller Zeilen bei ε = ${epsilon}, der größte zuerst`,
      description: (epsilon, drawn) =>
        `Beide Achsen sind logarithmisch. Eine Linie, die von der am stärksten preisgegebenen Zeile zur am wenigsten preisgegebenen fällt.${drawn ? " Eine zweite Linie ist das Mittel über gezogene Modelle." : ""} Eine Querlinie markiert ε = ${epsilon}.`,
      y: "typischer Verlust, in Nats",
      line: "typischer Verlust",
      sampled: "Mittel über gezogene Modelle",
      epsilon: (epsilon) => `ε = ${epsilon}`,
      mean: "typischer Verlust",
      sampledMean: "Mittel über gezogene Modelle",
      sampledError: "Standardfehler",
      file: "privat-geordnete-zeilen",
    },
    map: {
      heading: "Wo die preisgegebenen Zeilen liegen",
      name: (across, up) => `Typische Verluste nach ${across} und ${up}`,
      description: (statistic, low, high) =>
        `Ein Raster von Zellen. In jeder Zelle mit Zeilen ist ein Quadrat; je größer und dunkler es ist, desto größer ist dort ${statistic}, von ${low} bis ${high}. Zellen ohne Zeilen sind leer.`,
      across: "Quer",
      up: "Nach oben",
      columns: "Spalten der Daten",
      coordinates: "Koordinaten des Modells, und wie weit jede Zeile sie verschiebt",
      change: (name) => `Änderung von „${name}“`,
      changes: (bases) =>
        `Die Änderung ist das, was mit einer Koordinate des Modells geschieht, wenn eine Zeile weggelassen wird. Ihre Skala ist zu beiden Seiten der 0 gleich, und ihre Stufen wachsen mit der Größe; in der mittleren Zelle sind die Änderungen, die für eine Stufe zu klein sind, und die von 0. Im Modell aller Zeilen gilt: ${bases}.`,
      base: (name, value) => `„${name}“ ist ${value}`,
      someCoordinates: (shown, all) =>
        `Eine Karte kann nur die ersten Koordinaten des Modells zeigen, hier ${shown} von ${all}.`,
      statistic: "Was ein Quadrat zeigt",
      largest: "größter",
      median: "Median",
      statistics: { largest: "der größte typische Verlust", median: "der Median der typischen Verluste" },
      rows: "Zeilen",
      from: (low, high) => `${low} bis ${high}`,
      others: "alle anderen",
      legend: (low) => `${low} oder mehr`,
      none: "Verlust von 0",
      reading: "Die beiden Spalten werden gelesen …",
      drawn: (name, statistic, low, high) =>
        `Gezeichnet: ${name}. In einer Zelle liegt ${statistic} zwischen ${low} und ${high}.`,
      failed: "Die Karte konnte nicht gezeichnet werden.",
      file: "privat-karte",
    },
    published: {
      heading: "Der veröffentlichte Bericht",
      intro: (title, mechanism) =>
        `„${title}“ entstand durch ${mechanism}, mit anderem Rauschen, als die Verluste oben annehmen. Vergleichen Sie die Verluste hier deshalb miteinander, nicht mit denen oben.`,
      mechanisms: inProfile,
      noPromise: "Der Bericht gibt keine Zusage an alle (ε, δ), deshalb ist keine markiert.",
      noPaper:
        "Die Grenze von Redberg und Wang gilt nur für eine Störung der Zielfunktion mit Gauß-Rauschen und einem Wert je Zeile. Deshalb gibt es hier keine zum Vergleichen.",
      pdp: (delta) => `ε der Differential Privacy je Zeile, bei δ = ${delta}`,
      pdpOf: "Bevor das Rauschen gezogen wurde",
      gap: (most) =>
        `Eine Zeile wegzulassen verschiebt das Mittel eines Verlusts zwischen 0 und 1 um höchstens ${most}, gemittelt über die Zeilen (Leave-one-out-Verallgemeinerung).`,
      name: "Exakte Verluste des veröffentlichten Modells, und was Menschen höchstens gesagt wird",
      description: (epsilon) =>
        `Beide Achsen sind logarithmisch. Zwei Linien, die mit dem Rang fallen: die Grenzen, die Menschen bekommen, und darunter die exakten Verluste.${epsilon === null ? "" : ` Eine Linie markiert die Zusage, ε = ${epsilon}.`}`,
      x: "Rang, jede Linie mit dem größten Wert zuerst",
      y: "Ex-post-Verlust |L|, in Nats",
      exact: "exakter Verlust |L|",
      bound: "Grenze",
      paper: "Grenze von Redberg und Wang",
      epsilon: (epsilon) => `zugesagtes ε = ${epsilon}`,
      ratioName: "Das Wievielfache des exakten Verlusts die Grenze ist",
      ratioDescription:
        "Beide Achsen sind logarithmisch. Eine Linie, die von der Zeile fällt, deren Grenze am weitesten über ihrem exakten Verlust liegt. Eine Markierung bei 1 zeigt, wo beide gleich wären.",
      ratioY: "Grenze geteilt durch exakten Verlust",
      ratioX: "Rang, größtes Verhältnis zuerst",
      ratio: "Grenze / exakter Verlust",
      redberg2021Ratio: "Grenze von Redberg und Wang / exakter Verlust",
      equal: "gleich",
      table: "Exakte Verluste und Grenzen über alle Zeilen",
      misses: (misses, rows, probability) =>
        `Zeilen, deren exakter Verlust außerhalb ihrer Grenze liegt: ${misses} von ${rows}, bei einer Irrtumswahrscheinlichkeit von ${probability} je Zeile.`,
      file: "privat-exakte-verluste",
      ratioFile: "privat-verhaeltnis-der-grenzen",
    },
  },

  columns: {
    withUnit: (title, unit) => `${title}, in ${unit}`,
    outcome: "der Zielwert",
  },

  tables: {
    quantiles: {
      caption: (epsilon) => `Typische Verluste bei ε = ${epsilon}, in Nats`,
      of: "Über alle Zeilen",
      loss: "Typischer Verlust",
      displacement: "Wie weit die Zeile das Modell verschiebt",
    },
    top: {
      heading: "Die Zeilen, die das Modell am meisten verschieben",
      caption: (rows) => `Die ersten ${rows}, und woraus sich der Abstand ergibt`,
      intro:
        "Eine Zeile verschiebt das Modell weit, wenn sie stark zieht (ihre erste Ableitung f′, beim Modell mit ihr und bei dem ohne sie) und wenn wenige andere Zeilen dagegenhalten (ihr Hebelwert μ). Gezählt wird ab 1, ohne die Kopfzeile.",
      introClasses:
        "Eine Zeile verschiebt das Modell weit, wenn sie stark zieht (‖p − e‖, wie weit die Wahrscheinlichkeiten, die ihr das Modell gibt, von ihrem Zielwert entfernt sind, beim Modell mit ihr und bei dem ohne sie) und wenn wenige andere Zeilen dagegenhalten (ihr Hebelwert μ, in Richtung ihres Gradienten). Gezählt wird ab 1, ohne die Kopfzeile.",
      row: "Zeile",
      displacement: "Verschiebt das Modell um",
      typical: (epsilon) => `Typischer Verlust bei ε = ${epsilon}`,
      leverage: "Hebelwert μ",
      derivative: "f′ mit der Zeile",
      neighbourDerivative: "f′ ohne sie",
      derivativeClasses: "‖p − e‖ mit der Zeile",
      neighbourDerivativeClasses: "‖p − e‖ ohne sie",
      exact: "Exakter Verlust im Bericht",
      bound: "Grenze im Bericht",
      drives: "bestimmt das untere Ende",
    },
  },

  take: {
    heading: "Behalten Sie es für sich",
    intro: "Diese Dateien sind so geheim wie die Daten. Jede sagt das in ihrem Namen und in ihrem Inhalt.",
    json: "Alles speichern (JSON)",
    csv: "Die Zeilen speichern (CSV)",
    jsonFile: "privat-profil.json",
    csvFile: "privat-zeilen.csv",
    stamp: "Nur für Sie. Veröffentlichen Sie weder das Diagramm noch die Rangfolge noch die Zahlen.",
    again: "Die Einstellungen ändern",
    againHint: "Was Sie eingegeben haben, steht noch dort.",
    limits:
      "Nichts hier ist eine Grenze für jemanden: Was ein veröffentlichtes Modell über einen Menschen verraten hat, wird aus seinem Bericht berechnet, mit „Meinen Eintrag prüfen“.",
  },

  names: {
    lambda: "λ",
    profileEpsilon: "ε der Rangfolge",
    from: "Kleinstes ε",
    to: "Größtes ε",
    count: "Wie viele Werte von ε",
    samples: "Zu ziehende Modelle",
    madeUpRows: "Wie viele Zeilen erfunden werden",
  },

  errors: {
    data: "Wählen Sie die Daten aus oder erfinden Sie Zeilen derselben Form",
    study: "Wählen Sie die Studie aus",
    studyFirst: "Wählen Sie zuerst die Studie aus: Die Zeilen werden aus ihren Bereichen erfunden",
    gaps: (names) => `In der Studie fehlt der Bereich oder die Auswahl für ${names}: Ergänzen Sie das zuerst`,
    notInStudy: (name) => `Geben Sie bei „${name}“ etwas ein: Die Studie lässt es offen`,
    notANumber: (name) => `„${name}“ muss eine Zahl sein, zum Beispiel 45`,
    ambiguous: (name, written, withDecimals, without) =>
      `„${name}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein: „${written}“ könnte ${withDecimals} oder ${without} bedeuten`,
    ambiguousPlain: (name) =>
      `„${name}“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein, zum Beispiel 1234,5`,
    blank: (name) => `Geben Sie bei „${name}“ etwas ein`,
    beyond: (name) => `„${name}“ muss eine Zahl von 1e-100 bis 1e100 sein`,
    tooClose: (name, other) => `„${name}“ muss weiter über „${other}“ liegen: So viele Werte passen nicht dazwischen`,
    aboveZero: (name) => `„${name}“ muss eine Zahl über 0 sein, zum Beispiel 1`,
    above: (name, other) => `„${name}“ muss über „${other}“ liegen`,
    whole: (name, least, most) => `„${name}“ muss eine ganze Zahl von ${least} bis ${most} sein`,
    samples: (name, most) => `„${name}“ muss 0 sein oder eine ganze Zahl von 2 bis ${most}`,
    fields: { lambda: "λ", "profile-epsilon": "ε" },
    unreadable: (name) => `${name} lässt sich nicht als Text lesen`,
    notAReport: (name) => `${name} ist kein Bericht`,
    placed: (name) => `„${name}“:`,
    table: tableErrors,
    located: (file, line) => `${file}, Zeile ${line}:`,
    inFile: (file) => `${file}:`,
    file: (name) => `${name} lässt sich nicht verwenden:`,
    ours: "Es wurde nichts berechnet. Der Grund:",
    pasteEmpty: "Fügen Sie zuerst die Kopfzeile und die Zeilen ein",
    noParquetReader: (name) =>
      `${name} ist eine Parquet-Datei, und der Teil, der solche Dateien liest, kam von dieser Website nicht an: Speichern Sie dieses Formular als Datei und verwenden Sie diese, oder wählen Sie dieselben Zeilen als CSV`,
  },
};
