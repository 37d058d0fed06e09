// The sentences of a statement, in German. ../en says what may stand in such a file.
//
// The words are those of the check page (check.js): „Eintrag“ is the record, „Zusage“ the
// promise, „Ergebnis“ the result. Not to be used here: sicher, anonym, geschützt, garantiert.
import { inStatement, lossesInStatement } from "./models.js";

/** @type {import("../en/statement.js").StatementWords} */
export const statement = {
  subtitle: "Ein Privatsphäre-Bericht in einfachen Worten",
  madeFrom:
    "Alles Folgende kommt aus der Datei des Berichts selbst. An der Datei ist nicht zu erkennen, ob die veröffentlichende Stelle die Wahrheit darüber sagt, wie der Bericht entstanden ist.",
  notStated: "nicht angegeben",

  short: {
    heading: "In Kürze",
    caption: "Fünf Fragen an einen Bericht, und was dieser antwortet",
    head: ["Frage", "Antwort"],
    membership: (sentence) =>
      `Was man wüsste, wenn man wüsste, dass ein Eintrag verwendet wurde, in den Worten der veröffentlichenden Stelle: ${sentence}`,
  },

  about: {
    heading: "Worum es in diesem Bericht geht",
    caption: "Der Bericht",
    head: ["", "Wie es im Bericht steht"],
    title: "Titel",
    publisher: "Veröffentlicht von",
    contact: (name, contact) => `${name} (${contact})`,
    published: "Datum",
    description: "Wozu das Modell dient",
    outcome: "Was es vorhersagt",
    unit: "Ein Eintrag ist",
    fingerprint: "SHA-256 der Datei",
    software: "Geschrieben von",
    signed: "Signiert mit dem Schlüssel",
  },

  released: {
    heading: "Was veröffentlicht wurde",
    model: (loss, count, how) => `Ein Modell wurde veröffentlicht: ${loss}, ${count}. ${how}`,
    losses: lossesInStatement,
    coefficients: (count, number) => (number === 1 ? "1 Koeffizient" : `${count} Koeffizienten`),
    kinds: {
      "data-independent": "Sonst enthält der Bericht nichts, was aus den Daten berechnet wurde.",
      hessian:
        "Eine weitere Größe wurde aus den Daten berechnet und mit hinzugefügtem Rauschen veröffentlicht: die Hesse-Matrix der Zielfunktion des Trainings, genommen am Modell. Mit ihr muss weniger über das Modell angenommen werden, deshalb kann Ihr Ergebnis niedriger sein. Was sie selbst verrät, ist in jedem Ergebnis enthalten.",
      "data-dependent":
        "Zwei weitere Größen wurden aus den Daten berechnet und mit hinzugefügtem Rauschen veröffentlicht: der Gradient und die Hesse-Matrix der Zielfunktion des Trainings, genommen am Modell. Mit ihnen muss weniger über das Modell angenommen werden, deshalb kann Ihr Ergebnis niedriger sein. Was sie selbst verraten, ist in jedem Ergebnis enthalten.",
      adaptive:
        "Drei weitere Größen wurden aus den Daten berechnet und mit hinzugefügtem Rauschen veröffentlicht: der Gradient und die Hesse-Matrix der Zielfunktion des Trainings, genommen am Modell, und der kleinste Eigenwert der Hesse-Matrix. Mit ihnen muss weniger über das Modell angenommen werden, deshalb kann Ihr Ergebnis niedriger sein. Was sie selbst verraten, ist in jedem Ergebnis enthalten.",
    },
    settings:
      "Zwei weitere Größen wurden aus den Daten berechnet und mit hinzugefügtem Rauschen veröffentlicht: eine niedrig angesetzte Schätzung des kleinsten Eigenwerts von XᵀX und der Logarithmus davon, wie groß Fehler werden. λ und γ folgen daraus. Was sie selbst verraten, ist in jedem Ergebnis enthalten.",
    caption: "Was veröffentlicht wurde und wie viel Zufallsrauschen darin ist",
    head: ["Veröffentlicht", "Zahlen", "Rauschen (Standardabweichung)"],
    otherHead: ["Veröffentlicht", "Zahlen", "Rauschen"],
    parts: {
      dataEigenvalue: "Kleinster Eigenwert λ̃ von XᵀX",
      logResidual: "Logarithmus Δ des größten Fehlers",
      gradient: "Gradient ĝ",
      hessian: "Hesse-Matrix Ĥ, oberes Dreieck",
      smallestEigenvalue: "Kleinster Eigenwert λ̂",
      iterates: "Zwischenstände θ₀, θ₁, … des Modells",
    },
    level: (symbol, value) => `${symbol} = ${value}`,
    deviation: (value) => `Standardabweichung ${value}`,
    eta: (length) =>
      `η ist die Rate des Rauschens: Seine Länge beträgt im Mittel ${length}, und ein größeres η bedeutet weniger Rauschen.`,
    gamma: "γ ist die Genauigkeit der Ziehung: Ein größeres γ bedeutet weniger Rauschen.",
    diagonal: "Auf der Diagonale der Hesse-Matrix beträgt die Standardabweichung das √2-Fache von σ₃.",
    lambda: (value) => `Die Stärke des Strafterms für große Koeffizienten, λ = ${value}, ist eine veröffentlichte Konstante.`,
    rounded: "Die Stärken des Rauschens und λ sind hier gerundet; in der Datei des Berichts stehen alle Stellen.",
    roundedSigma: "Die Stärken des Rauschens sind hier gerundet; in der Datei des Berichts stehen alle Stellen.",
    constants: (values) => `Veröffentlichte Konstanten des Trainings: ${values}.`,
    chosenLambda: (value) => `Die Stärke des Strafterms für große Koeffizienten ist λ = ${value}.`,
  },

  mechanisms: inStatement,

  promise: {
    heading: "Die Zusage an alle",
    neighboursInRounds:
      "Zwei Bestände von Daten sind benachbart, wenn der eine aus dem anderen entsteht, indem ein solcher Eintrag durch einen leeren ersetzt wird, der an nichts zieht. Die anderen Einträge behalten ihre Gruppen.",
    unit: (unit) => `Die Zusage gilt für einzelne Einträge. Ein Eintrag ist: ${unit}.`,
    neighbours:
      "Zwei Bestände von Daten sind benachbart, wenn der eine aus dem anderen entsteht, indem ein solcher Eintrag hinzukommt oder wegfällt. Einen Eintrag durch einen anderen zu ersetzen, zählt als zwei Schritte.",
    stated: (epsilon, delta) =>
      `Für alles in diesem Bericht zusammen nennt die veröffentlichende Stelle Differential Privacy mit ε = ${epsilon} und δ = ${delta}. Die Zusage gilt für jeden Eintrag, den irgendjemand haben könnte, und wurde gegeben, bevor irgendetwas veröffentlicht war.`,
    pure: (epsilon) =>
      `Für alles in diesem Bericht zusammen nennt die veröffentlichende Stelle Differential Privacy mit ε = ${epsilon} und ohne δ (δ = 0), also reine Differential Privacy. Die Zusage gilt für jeden Eintrag, den irgendjemand haben könnte, und wurde gegeben, bevor irgendetwas veröffentlicht war.`,
    meaning:
      "Was ε bedeutet: Angenommen, jemand weiß alles über die Daten, nur nicht, ob ein bestimmter Eintrag verwendet wurde. Die Tabelle sagt, was diese Person darüber annehmen kann, nachdem sie alles in diesem Bericht ausgewertet hat.",
    meaningBesideDelta:
      "Was ε bedeutet: Angenommen, jemand weiß alles über die Daten, nur nicht, ob ein bestimmter Eintrag verwendet wurde. Die Tabelle sagt, was diese Person darüber annehmen kann, nachdem sie alles in diesem Bericht ausgewertet hat, außer bei den seltenen Ausgängen, für die δ Raum lässt.",
    caption: (epsilon) => `Die Chance, die jemand der Verwendung eines Eintrags gibt, bei ε = ${epsilon}`,
    head: ["Vorher", "Nachher, mindestens", "Nachher, höchstens"],
    delta: (delta) =>
      `Was δ bedeutet: Die Zusage lässt Raum für seltene Ausgänge, bei denen das Veröffentlichte mehr verrät, als die Tabelle sagt. δ = ${delta} ist die Größe dieses Raums. Es ist nicht die Wahrscheinlichkeit eines solchen Ausgangs; die kann größer sein.`,
    half: (epsilon) =>
      `Wer weniger zählt, hat eine bessere Zusage. Für einen Eintrag, der halb so viel zählt, wie ein Eintrag zählen kann, gilt stattdessen ε = ${epsilon}, ebenfalls schon vor der Veröffentlichung. Die Prüfseite sagt es für jeden Eintrag.`,
    accountant: (name, how) => `Wie ε berechnet wurde (das Rechenverfahren, englisch accountant): „${name}“${how}.`,
    accountants: {
      kst2012: ", die Formel von Kifer, Smith und Thakurta (2012)",
      wang2021: ", die Schranke aus einer Vorlesung über Differential Privacy (Wang, CS291A, 2021)",
      redberg2023: ", die Analyse von Redberg, Koskela und Wang (2023)",
      shift:
        ", eine Schranke dafür, wie weit ein Eintrag das Modell verschieben kann, für jede konvexe Verlustfunktion eines verallgemeinerten linearen Modells",
      joint: ", das die beiden Wirkungen eines Eintrags, auf das Rauschen und auf die Krümmung, zusammen verfolgt",
      gaussian: ", die genaue Zusage für so viele Schritte mit normalverteiltem Rauschen (Dong, Roth und Su, 2022)",
      rdp: ", Rényi Differential Privacy von Schritten, an denen Einträge zufällig teilnehmen (Mironov, Talwar und Zhang, 2019)",
      pld: ", die Verteilung des Privatsphäre-Verlusts aller Schritte zusammen, aufgerundet (Doroshenko und andere, 2022)",
      radius: ", eine Schranke dafür, wie weit ein Eintrag das Modell ziehen kann, gleich in welche Richtung",
      "joint numerical accounting":
        ", das die drei Schritte zusammen berechnet, für viele Bestände von Daten und viele Einträge: Es fand sich kein Fall, in dem die Zusage nicht gilt; das ist ein Anhaltspunkt, kein Beweis",
    },
    softmaxShift: ", eine Schranke dafür, wie weit ein Eintrag das Modell verschieben kann, über alle seine Klassen",
    basic: "; die Zusagen der Teile wurden addiert",
    noAccountant: "Der Bericht sagt nicht, wie ε berechnet wurde.",
    none: "Dieser Bericht nennt keine Zusage an alle: kein ε und kein δ.",
    squared:
      "Bei dieser Art von Modell kann es keine geben: Mit der quadratischen Verlustfunktion gibt es kein endliches ε, weil ein einzelner Eintrag das Modell beliebig weit ziehen kann. ε ist unendlich, nicht 0. Ihr eigenes Ergebnis hängt nicht von einer solchen Zusage ab und gilt trotzdem.",
    posterior:
      "Eine einfache Ziehung aus der A-posteriori-Verteilung hat keine: Wie viel sie über einen Eintrag verrät, hängt von den anderen Einträgen ab, und kein endliches ε gilt für alle Daten. ε ist unendlich, nicht 0. Ihr eigenes Ergebnis hängt nicht von einer solchen Zusage ab und gilt trotzdem.",
  },

  cost: {
    heading: "Was die Veröffentlichung dieses Berichts eine Person kostet",
    none: "Nichts über das Modell hinaus. Außer dem Modell wurde nichts in diesem Bericht aus den Daten berechnet. Er fügt also dem, was das Modell verrät, nichts hinzu.",
    settings:
      "Nichts über das hinaus, was in jedem Ergebnis enthalten ist. Das Modell und die zwei weiteren Größen, mit denen es gezogen wurde, sind ein einziger Mechanismus: Was alle drei verraten, wird zusammen gezählt, und kein Teil davon kommt allein durch den Bericht hinzu.",
    path: "Nichts über das hinaus, was in jedem Ergebnis enthalten ist. Das Modell und seine Zwischenstände sind ein einziger Mechanismus: Ihr Ergebnis und die Zusage an alle zählen sie alle. Nur den letzten zu veröffentlichen, würde weniger verraten, die Zusage bliebe aber dieselbe.",
    worst: "der ungünstigste Fall für einen Eintrag der Länge 1 beim veröffentlichten Modell",
    limit: "eine Grenze für jeden Eintrag der Länge 1 beim veröffentlichten Modell, die vielleicht keiner erreicht",
    expost: (cost, what) =>
      `Neben dem, was das Modell selbst verrät, können die weiteren Größen zu Ihrem nachträglichen Privatsphäre-Verlust (ex-post privacy loss) beitragen. Wie auch immer Ihr Eintrag aussieht: Sie fügen höchstens ${cost} hinzu (in Nats, der Einheit von ε): ${what}.`,
    failure: (count, of) =>
      `Diese Grenze fällt in höchstens ${count} von ${of} Veröffentlichungen zu niedrig aus, für einen einzigen Eintrag, der vor dem Lesen des Berichts festgelegt wurde.`,
    belief: (before, most, least) =>
      `Für sich allein könnten sie die Chance, die jemand der Verwendung Ihres Eintrags gibt, von ${before} auf ${most} bringen oder auf ${least}.`,
    atMost: (count) => `höchstens ${count}`,
    atLeast: (count) => `mindestens ${count}`,
    pdp: (epsilon, delta) =>
      `Als Differential Privacy für einen einzelnen Eintrag (per-instance) kosten sie eine Person höchstens ${epsilon} bei δ = ${delta}.`,
    within: "Die Zusage an alle umfasst den Bericht als Ganzes: Das hier kommt nicht zu ihr hinzu.",
    infinite:
      "Es lässt sich keine Grenze angeben: Bei manchen Einträgen ist das, was sie zum nachträglichen Privatsphäre-Verlust beitragen, unendlich (∞).",
  },

  exact: {
    heading: "Was genau ist und was eine Schranke",
    given:
      "Genau: Die veröffentlichten Zahlen, die Stärken ihres Rauschens und λ stehen so im Bericht, wie sie verwendet wurden, wenn die veröffentlichende Stelle die Wahrheit sagt.",
    epsilon:
      "Schranke: ε und δ gelten für jeden Eintrag; was der ungünstigste Eintrag wirklich zu erwarten hat, kann weniger sein.",
    epsilonAlone:
      "Schranke: ε gilt für jeden Eintrag; was der ungünstigste Eintrag wirklich zu erwarten hat, kann weniger sein.",
    noEpsilon: "Eine Schranke für den ungünstigsten Fall wird nicht genannt.",
    person:
      "Schranke: Ihr eigenes Ergebnis ist eine obere Grenze Ihres nachträglichen Privatsphäre-Verlusts. Der genaue Verlust wird nie veröffentlicht, weil er selbst etwas über die Daten verraten würde.",
    residual: (residual) =>
      `Nachgewiesen: Das Training hörte auf, wo der verbleibende Fehler höchstens ${residual} betrug (Länge des gestörten Gradienten). Jedes Ergebnis ist um ihn erweitert.`,
    rounded: (step) =>
      `Nachgewiesen: Das Modell ist das genaue Minimum, zufällig gerundet auf Vielfache von ${step}. Jedes Ergebnis berücksichtigt das.`,
    roundedSample: (step) =>
      `Nachgewiesen: Das Modell ist eine genaue Ziehung aus seiner Verteilung, zufällig gerundet auf Vielfache von ${step}. Jedes Ergebnis berücksichtigt das.`,
    roundedElsewhere: (step) =>
      `Das Modell kam aus einem anderen Programm und wurde zufällig auf Vielfache von ${step} gerundet. Jedes Ergebnis berücksichtigt das.`,
    claimed:
      "Das Rauschen wurde nicht von dieser Software gezogen: Die Zusage ist eine Behauptung der veröffentlichenden Stelle, und sie setzt genaues Rechnen voraus.",
    promiseOfRounded: "Die Zusage gilt für die gerundeten Zahlen, außer mit einer Wahrscheinlichkeit unter 10⁻²⁵.",
    stepGrid:
      "Nachgewiesen: Die verrauschte Summe jedes Schritts ist ein ganzes Vielfaches einer Zweierpotenz, und die veröffentlichten Modelle folgen allein aus diesen Summen. Deshalb trägt keine letzte Stelle sonst etwas über die Daten.",
    noStepGrid:
      "Angenommen: Rauschen mit reellen Zahlen. Die verrauschten Summen wurden mit Gleitkommazahlen berechnet, deren letzte Stellen auf eine Weise von den Daten abhängen könnten, die dieser Bericht nicht mitzählt.",
    noResidual: "Angenommen: Das Training hat das genaue Minimum gefunden; der Bericht nennt keinen verbleibenden Fehler.",
    posterior: "Angenommen: Die Verteilung, aus der das Modell gezogen wurde, ist genau berechnet.",
    modelGrid:
      "Die Koeffizienten des Modells sind ganze Vielfache einer Zweierpotenz, sodass ihre letzten Stellen nichts über die Daten enthalten.",
    grid: "Die weiteren Größen sind ganze Vielfache einer Zweierpotenz, sodass ihre letzten Stellen nichts über die Daten enthalten.",
    noGrid: (parts) =>
      `Angenommen: Rauschen mit reellen Zahlen. ${parts} als Gleitkommazahlen angegeben, deren letzte Stellen auf eine Weise von den Daten abhängen könnten, die dieser Bericht nicht zählt.`,
    noGridModel: "Das Modell ist",
    noGridReleases: "Die weiteren Größen sind",
    noGridAll: "Das Modell und die weiteren Größen sind",
  },

  sure: {
    heading: "Wie verlässlich ein Ergebnis ist",
    stated: (rho) => `In der Datei des Berichts ist das die Irrtumswahrscheinlichkeit ρ = ${rho}.`,
    statedTwice: (rho, count, of) =>
      `In der Datei des Berichts ist das die Irrtumswahrscheinlichkeit ρ = ${rho}, also ${count} von ${of} Veröffentlichungen: Sie zählt einmal für das Modell und einmal für das, was mit ihm veröffentlicht wurde.`,
    unneeded: (rho) => `Die Irrtumswahrscheinlichkeit, die der Bericht nennt, ρ = ${rho}, wird dafür nicht gebraucht.`,
  },

  fields: {
    heading: "Woraus ein Eintrag besteht",
    publicly:
      "Bereiche und Stufen sind öffentlich bekannt: Sie dürfen nicht aus den Daten abgelesen sein, und dass sie es nicht sind, kann der Bericht nicht beweisen.",
    caption: "Felder eines Eintrags",
    head: ["Feld", "Was es enthält"],
    range: (minimum, maximum) => `eine Zahl von ${minimum} bis ${maximum}; ein Wert außerhalb zählt wie der nähere der beiden`,
    rangeIn: (minimum, maximum, unit) =>
      `eine Zahl von ${minimum} bis ${maximum} (${unit}); ein Wert außerhalb zählt wie der nähere der beiden`,
    constant: (value) => `immer ${value}`,
    yesNo: "ja oder nein",
    levels: (levels) => `eines von: ${levels}`,
    binary: (negative, positive) => `${negative} oder ${positive}`,
    predicted: (values) => `${values}; das sagt das Modell vorher`,
    missing: (values, value) => `${values}; ein leeres Feld zählt als ${value}`,
    scaling: (low, high, norm) =>
      `Zahlen werden auf den Bereich von ${low} bis ${high} abgebildet. Der Eintrag wird dann durch ${norm} geteilt und auf die Länge 1 gekürzt, wenn er noch länger ist: Kein Eintrag zählt mehr als das.`,
    coded: (count, number) =>
      `Einträge werden in kodierter Form angegeben: ${number === 1 ? "1 Zahl" : `${count} Zahlen`}, ein Vektor der Länge höchstens 1.`,
    codedClass: (last) => `Der Zielwert ist die Nummer einer Klasse, von 0 bis ${last}.`,
  },

  notCovered: { heading: "Was dieser Bericht nicht umfasst" },

  check: {
    heading: "So prüfen Sie Ihren eigenen Eintrag",
    needs:
      "Sie brauchen die Datei dieses Berichts und Ihren eigenen Eintrag, sonst nichts. Sie müssen nicht wissen, ob Ihr Eintrag verwendet wurde: Das Ergebnis gilt für beide Fälle.",
    steps: [
      "Im Browser: Öffnen Sie die Prüfseite, die zu dem Bericht gehört, oder die Seite „Meinen Eintrag prüfen“ irgendeiner Kopie von Expost und wählen Sie die Datei des Berichts aus. Gerechnet wird auf Ihrem Gerät.",
      "Auf einer Kommandozeile: „expost bound REPORT.json --record RECORD.json“.",
      "Vergleichen Sie den SHA-256 der Datei mit dem, den die veröffentlichende Stelle nennt.",
    ],
    contact: (contact) => `Fragen zum Bericht beantwortet: ${contact}.`,
  },
};
