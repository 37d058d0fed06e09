// Every word of the site's pages in German; ../en says what may stand here.
//
// The words are those of the check page: „Eintrag“ is the record, „Einschätzung“ the belief,
// „Zusage“ the promise. Not to be used here: sicher, anonym, geschützt, garantiert.

/** @typedef {import("../types.js").SiteWords} SiteWords */

export const language = { code: "de", direction: "ltr", name: "Deutsch", locale: "de-DE" };

/** @type {SiteWords["frame"]} */
export const frame = {
  site: "Expost",
  pages: "Seiten",
  languages: "Sprachen",
  nav: {
    home: "Meinen Eintrag prüfen",
    report: "Bericht lesen",
    publish: "Bericht erstellen",
    profile: "Zeilen untersuchen",
    verify: "Selbst nachprüfen",
  },
  free: "Expost ist freie Software (Apache-2.0).",
  files:
    "Diese Website besteht nur aus Dateien. Es gibt keine Benutzerkonten, keine Cookies und keine Skripte, Schriften oder Bilder von anderswo. Ein Bericht, der auf einer anderen Website liegt, wird von dort geladen, wenn Sie einem Link folgen, der ihn nennt.",
  why: "[Woran könnte das jemand erkennen?](why)",
  guides: "[Anleitungen und Referenz](guides) (auf Englisch)",
  version: (version, commit) => `Version ${version}, Commit ${commit}. [Woraus diese Kopie besteht](made-of).`,
};

/** Where the source came from, as part of a sentence. */
/** @type {SiteWords["commit"]} */
export const commit = {
  modified: (hash) => `${hash} mit Änderungen`,
  unknown: "unbekannt: außerhalb von git gebaut",
};

/** @type {SiteWords["home"]} */
export const home = {
  title: "Was könnte dieses Modell über Sie verraten?",
  tab: "Meinen Eintrag prüfen – Expost",
  description:
    "Manche Modelle werden zusammen mit einem Privatsphäre-Bericht veröffentlicht. Berechnen Sie auf Ihrem eigenen Gerät, was ein solches Modell darüber verraten könnte, ob Ihr Eintrag zum Trainieren verwendet wurde.",
  card: "Was könnte ein veröffentlichtes Modell über Sie verraten? Berechnen Sie es selbst, auf Ihrem eigenen Gerät.",
  cardAlt: "Expost. Zwei Raster aus 100 Punkten: Vorher sind 50 ausgefüllt, nachher höchstens 62.",
  skip: "Zur Prüfung springen",
  lede: "Computermodelle werden mit den Daten von Menschen trainiert, und manche werden zusammen mit einem Privatsphäre-Bericht veröffentlicht. Geben Sie dieser Seite den Bericht und Ihren eigenen Eintrag. Sie berechnet, wie weit Fremde höchstens davon überzeugt sein könnten, dass Ihr Eintrag verwendet wurde.",
  question:
    "Könnte jemand erkennen, dass Ihr Eintrag zum Trainieren dieses Modells verwendet wurde? **Ihr Browser berechnet auf diesem Gerät**, wie gewiss sich jemand höchstens werden könnte, und lehnt es ab, etwas zu senden. [Prüfen Sie das nach](verify).",
  device:
    "**Ihr Browser rechnet auf diesem Gerät.** Das Formular ist so eingerichtet, dass Ihr Browser es ablehnt, etwas daraus zu senden. [Prüfen Sie es selbst nach](verify).",
  example: {
    label: "So sieht eine Antwort aus",
    before: "Vorher",
    after: "Nachher, höchstens",
    note: "Wie stark jemand annehmen kann, dass ein Eintrag verwendet wurde: bevor und nachdem alles ausgewertet wurde, was veröffentlicht ist. Ein Beispiel, nicht Ihre Zahl.",
    grids: "Zwei Raster aus 100 Punkten. Vorher: 50 sind ausgefüllt. Nachher, höchstens: 62 sind ausgefüllt.",
    why: "[Woran könnte das jemand erkennen?](why)",
  },
  waysLabel: "Was führt Sie hierher?",
  ways: [
    {
      who: "Meine Daten sind vielleicht dabei",
      link: "Meinen Eintrag prüfen",
      target: "check",
      text: "Sie brauchen den Bericht und die Werte Ihres Eintrags; ob Ihr Eintrag verwendet wurde, müssen Sie nicht wissen. Kein Bericht? Fragen Sie die Stelle, die das Modell veröffentlicht hat.",
    },
    {
      who: "Ich möchte wissen, was veröffentlicht wurde",
      link: "Bericht lesen",
      target: "report",
      text: "Was veröffentlicht wurde, was allen zugesagt ist und was es eine Person höchstens kostet, in einfachen Worten.",
    },
    {
      who: "Ich veröffentliche ein Modell",
      link: "Bericht erstellen",
      target: "publish",
      text: "Von der CSV- oder Parquet-Datei zum Bericht, zu der Seite, auf der man sich selbst prüft, und zu dem Code, der sie zeigt. Die Daten bleiben auf Ihrem Gerät.",
    },
  ],
  checkHeading: "Welcher Bericht?",
  inWords: "Diesen Bericht in einfachen Worten lesen",
  readMore: "Zum Ergebnis, auf Englisch: [Die Zahl in sechs Bildern](the-number), [Fragen und Antworten](people).",
  frameTitle: "Meinen Eintrag prüfen",
  noscript: "Diese Seite braucht JavaScript: Gerechnet wird hier, auf Ihrem Gerät, und nirgendwo sonst.",
};

/** @type {SiteWords["chooser"]} */
export const chooser = {
  intro:
    "Wählen Sie die Datei mit dem Bericht aus oder ziehen Sie sie irgendwohin auf diese Seite. Ihr Name endet meist auf .json.",
  choose: "Datei mit dem Bericht auswählen",
  noReport: "Kein Bericht zur Hand?",
  sample: "Das Beispiel ausprobieren",
  sampleHint: "Erfundene Daten.",
  paste: "Stattdessen den Text des Berichts einfügen",
  pasteLabel: "Text des Berichts",
  pasteButton: "Diesen Text verwenden",
  share: "Link zu diesem Bericht",
  shareLabel: "Link zu diesem Bericht, mit seinem Fingerabdruck",
  shareHint: "Wer den Link öffnet, bekommt den Bericht nur gezeigt, wenn er noch genau dieser ist.",
};

/** @type {SiteWords["report"]} */
export const report = {
  title: "Bericht lesen",
  tab: "Bericht lesen – Expost",
  description:
    "Ein Privatsphäre-Bericht in einfachen Worten: was veröffentlicht wurde, was allen zugesagt ist und was es eine Person höchstens kostet.",
  skip: "Zur Auswahl eines Berichts springen",
  lede: "Ein Privatsphäre-Bericht ist eine Datei für Programme. Hier steht er in einfachen Worten: was veröffentlicht wurde, was allen zugesagt ist, wie viel Zufallsrauschen darin ist und was die Veröffentlichung eine Person höchstens kostet.",
  facts: [
    "**Für** alle, die wissen möchten, was über einen Bestand von Daten veröffentlicht wurde und wie.",
    "**Sie brauchen** die Datei mit dem Bericht oder einen Link dorthin. Einen eigenen Eintrag brauchen Sie nicht.",
    "**Gelesen wird er auf diesem Gerät.** Die Datei, die Sie auswählen, wird nirgendwohin geschickt.",
  ],
  chooseHeading: "Welcher Bericht?",
  contents: "In diesem Bericht",
  kicker: "Der Bericht in einfachen Worten",
  actions: {
    heading: "Behalten oder weitergeben",
    intro:
      "Die erste Datei ist der Bericht selbst, Byte für Byte so, wie er gelesen wurde. Die anderen werden daraus gemacht, hier auf diesem Gerät.",
    json: "Bericht speichern (JSON)",
    text: "Diesen Text als Textdatei speichern",
    html: "Diesen Text als Webseite speichern",
    registry: "Entwurf eines Registereintrags speichern (YAML)",
    registryHint:
      "Der Eintrag ist für die Differential Privacy Deployments Registry und auf Englisch, wie das Register. Was nur die veröffentlichende Stelle wissen kann, ist darin offen gelassen.",
  },
  compare: {
    heading: "Ist es die richtige Datei?",
    intro:
      "Der Fingerabdruck (SHA-256) einer Datei ändert sich schon bei der kleinsten Änderung. Wenn die veröffentlichende Stelle den Fingerabdruck des Berichts nennt, in einem Brief, einem Fachartikel oder auf einer eigenen Seite, dann vergleichen Sie ihn mit dem der Datei, die Sie hier haben.",
    own: "SHA-256 dieser Datei",
    label: "SHA-256, den Sie bekommen haben",
    hint: "64 Zeichen: Ziffern und die Buchstaben a bis f. Großschreibung und Leerzeichen spielen keine Rolle.",
    button: "Vergleichen",
  },
  own: {
    heading: "Ihr eigener Eintrag",
    linked: "[Meinen Eintrag mit diesem Bericht prüfen](check).",
    text: "Was der Bericht für Sie bedeutet, hängt von Ihrem Eintrag ab. „Meinen Eintrag prüfen“ berechnet das.",
    byHand: "[Meinen Eintrag prüfen](home): Wählen Sie dort dieselbe Datei aus.",
  },
  noscript: "Diese Seite braucht JavaScript: Der Bericht wird hier gelesen, auf Ihrem Gerät, und nirgendwo sonst.",
};

/** @type {SiteWords["publish"]} */
export const publish = {
  title: "Bericht erstellen",
  tab: "Bericht erstellen – Expost",
  description:
    "Für alle, die ein Modell veröffentlichen: Trainieren Sie es mit Zufallsrauschen und erstellen Sie seinen Privatsphäre-Bericht, auf Ihrem eigenen Gerät.",
  skip: "Zum Formular springen",
  lede: "Trainieren Sie ein Modell mit einer Tabelle von Menschen, mit Zufallsrauschen, und bekommen Sie alles, was dazu auf eine Website gehört: den Bericht, die Seite, auf der Menschen ihren eigenen Eintrag prüfen, und den Code, der sie zeigt.",
  facts: [
    "**Für** alle, die die Daten haben und das Modell veröffentlichen werden.",
    "**Sie brauchen** die Daten als CSV- oder Parquet-Datei mit einer Zeile je Mensch und für jede Spalte einen Bereich, den Sie begründen können, ohne die Daten anzusehen.",
    "**Die Daten bleiben auf diesem Gerät.** Das Formular ist so eingerichtet, dass Ihr Browser seine Anfragen ablehnt. Sie können auch [das Formular als Datei speichern](publish-sheet) und ohne Verbindung benutzen.",
  ],
  frameTitle: "Bericht erstellen",
  noscript: "Diese Seite braucht JavaScript: Das Modell wird hier trainiert, auf Ihrem Gerät, und nirgendwo sonst.",
};

/** @type {SiteWords["profile"]} */
export const profile = {
  title: "Zeilen untersuchen",
  tab: "Zeilen untersuchen – Expost",
  description:
    "Für alle, die Modelle trainieren: welche Zeilen ein Modell am stärksten preisgibt und in welchem Bereich von ε die Wahl einen Unterschied macht, auf Ihrem eigenen Gerät.",
  skip: "Zum Formular springen",
  lede: "Sehen Sie, welche Zeilen von Trainingsdaten ein Modell am stärksten preisgibt und in welchem Bereich von ε die Wahl einen Unterschied macht.",
  facts: [
    "**Für** alle, die die Daten haben und ε wählen werden. Was hier gezeigt wird, handelt von den Daten selbst und ist nie zum Veröffentlichen.",
    "**Sie brauchen** die Daten als CSV- oder Parquet-Datei und die Studie, die sagt, wie sie verwendet werden. [Bericht erstellen](publish) speichert eine.",
    "**Die Daten bleiben auf diesem Gerät.** Das Formular ist so eingerichtet, dass Ihr Browser seine Anfragen ablehnt. Sie können auch [das Formular als Datei speichern](profile-sheet) und ohne Verbindung benutzen.",
  ],
  banner: "Nur für Sie. Veröffentlichen Sie weder das Diagramm noch die Rangfolge noch die Zahlen.",
  frameTitle: "Zeilen untersuchen",
  noscript: "Diese Seite braucht JavaScript: Die Zeilen werden hier untersucht, auf Ihrem Gerät, und nirgendwo sonst.",
};

/** @type {SiteWords["why"]} */
export const why = {
  title: "Woran könnte das jemand erkennen?",
  tab: "Woran könnte das jemand erkennen? – Expost",
  description:
    "Wie jemand an einem veröffentlichten Modell erkennen könnte, ob ein Eintrag verwendet wurde: zwei Wolken zum Ansehen und eine veröffentlichte Zahl zum Ausprobieren.",
  skip: "Zu den zwei Wolken springen",
  lede: "Ein Modell wird ohne die Daten veröffentlicht, mit denen es trainiert wurde. Wie könnte jemand trotzdem erkennen, ob Ihr Eintrag verwendet wurde? Und warum kann niemand darüber gewiss werden?",
  clouds: {
    heading: "Zwei Wolken",
    before: [
      "Trainieren mit Zufallsrauschen ergibt jedes Mal ein anderes Modell. Hier wurde es immer wieder getan, und jede Markierung ist ein Modell, das hätte veröffentlicht werden können. Scheiben sind Modelle ohne Ihren Eintrag, Kreuze sind Modelle mit ihm.",
    ],
    alt: "Zwei runde Wolken aus je 100 Markierungen, nebeneinander, die sich zum größten Teil überlappen. Die Scheiben, ohne Ihren Eintrag, liegen etwas weiter links; die Kreuze, mit Ihrem Eintrag, etwas weiter rechts.",
    without: "ohne Ihren Eintrag",
    including: "mit Ihrem Eintrag",
    after: [
      "Veröffentlicht wird nur ein Modell: eine der Markierungen. Wer alle anderen Einträge kennt, weiß, wo die Mitte jeder Wolke ist. Eine Markierung dazwischen kann gut aus beiden Wolken stammen und verrät fast nichts. Eine Markierung weit außen auf einer Seite stammt eher aus der Wolke auf dieser Seite. Daran könnte es jemand erkennen, und deshalb kann niemand darüber gewiss sein.",
      "Mehr Rauschen macht beide Wolken breiter, sodass sie sich mehr überlappen. Ein Eintrag, der stärker am Modell zieht, verschiebt seine Wolke weiter.",
    ],
  },
  attack: {
    heading: "Mit einer Zahl ausprobieren",
    intro: [
      "Ein Modell besteht aus vielen Zahlen. Eine genügt, um zu sehen, was geschieht. Eine erfundene Bibliothek veröffentlicht, wie viele Bücher alle zusammen ausgeliehen haben, und fügt Zufallsrauschen hinzu. Eine fremde Person kennt die Ausleihen aller anderen: zusammen 480. Zuerst weiß sie nicht, ob Ihr Eintrag verwendet wurde: Sie sieht die Chance bei 50 von 100.",
    ],
    noscript: "Zum Ausprobieren wird JavaScript gebraucht: Das Rauschen wird hier gezogen, auf Ihrem Gerät.",
    noise: "Stärke des Rauschens (Standardabweichung, in Büchern)",
    value: "Bücher, die Sie ausgeliehen haben",
    used: "Wurde Ihr Eintrag verwendet?",
    yes: "ja",
    no: "nein",
    again: "Neues Rauschen ziehen",
    without: "Zahlen, die ohne Ihren Eintrag zu erwarten sind",
    including: "Zahlen, die mit Ihrem Eintrag zu erwarten sind",
    mark: "die veröffentlichte Zahl",
    note: "Die fremde Person kann hier genau rechnen, weil sie alles andere weiß. Die Prüfseite kennt die anderen Einträge nicht. Deshalb nennt sie Ihnen eine Grenze: höchstens so viele von 100.",
    exact: {
      heading: "Warum der genaue Betrag geheim bleibt",
      text: "Angenommen, die Bibliothek würde Ihnen auch genau sagen, wie viel diese Zahl über Ihren Eintrag verraten hat. Ihre eigenen Ausleihen kennen Sie, und die Stärke des Rauschens ist öffentlich. Dann bleiben für die Ausleihen aller anderen nur zwei Zahlen übrig:",
      end: "Die wahre ist eine ganze Zahl, die andere fast nie. Das Rauschen würde nichts mehr verbergen. Deshalb nennt Expost Ihnen eine Grenze und nie den genauen Betrag. Das ist Beispiel 4 von Redberg und Wang (NeurIPS 2021).",
    },
  },
  limits: {
    heading: "Was das Beispiel auslässt",
    text: [
      "Wirkliche Fremde kennen selten alle anderen Einträge. Wer weniger weiß, erfährt weniger. Die Ergebnisse von [Meinen Eintrag prüfen](home) gelten auch für jemanden, der sie alle kennt.",
      "Die Bibliothek, die Menschen, die dort ausleihen, und ihre Ausleihen sind erfunden.",
    ],
  },
};

/** @type {SiteWords["fileCheck"]} */
export const fileCheck = {
  heading: "Eine Datei hier prüfen",
  noscript: "Dafür braucht es JavaScript. Darunter und im nächsten Abschnitt stehen Wege ohne.",
  intro:
    "Jede Datei dieser Website steht mit ihrem Fingerabdruck in einer Liste, [fingerprints.txt](fingerprints). Wählen Sie ein Formular, das Sie gespeichert haben, oder eine Prüfseite, die Sie bekommen haben: Diese Seite berechnet den Fingerabdruck auf Ihrem Gerät und sucht ihn in der Liste.",
  files: "Dateien zum Prüfen",
  filesHint:
    "Um mit einer anderen Liste als der dieser Website zu vergleichen, wählen Sie auch deren fingerprints.txt und, mit der Signatur, fingerprints.txt.minisig.",
  key: "Öffentlicher Schlüssel, mit dem die Liste signiert ist",
  keyHint: "Er beginnt mit RW und hat 56 Zeichen. Nehmen Sie ihn von woanders als von dieser Website.",
  offline:
    "Ohne Netz, mit den Dateien in einem Ordner: `sha256sum -c fingerprints.txt` prüft die Dateien, `minisign -Vm fingerprints.txt -P RW…` die Liste.",
  same: (name, listed) => `${name} ist ${listed} aus der Liste, Byte für Byte.`,
  baked: (name, listed) =>
    `${name} ist die Prüfseite ${listed} aus der Liste mit einem Bericht darin. Sonst ist nichts anders.`,
  other: (name) => `${name} ist keine der Dateien in der Liste. Es ist eine andere Version oder wurde verändert.`,
  checking: "Wird geprüft …",
  noHash:
    "Ihr Browser kann über eine unverschlüsselte Verbindung keine Fingerabdrücke berechnen. Öffnen Sie diese Seite über https.",
  noList: "Es gibt keine Liste zum Vergleichen. Wählen Sie auch fingerprints.txt.",
  unsigned: "Die Liste hat keine Signatur: Wer hier eine Datei ändern könnte, könnte auch die Liste ändern.",
  noKey: "Die Liste hat eine Signatur. Geben Sie den Schlüssel ein, um zu sehen, ob sie passt.",
  badKey: "Das ist kein öffentlicher Schlüssel: Er beginnt mit RW und hat 56 Zeichen.",
  verdicts: {
    signed: "Die Liste ist mit diesem Schlüssel signiert.",
    wrong: "Die Signatur passt nicht: Die Liste wurde verändert oder mit einem anderen Schlüssel signiert.",
    unchecked: "Dieser Browser kann keine Signaturen prüfen. Nehmen Sie minisign oder einen neueren Browser.",
  },
};

/** @type {SiteWords["verify"]} */
export const verify = {
  title: "Prüfen Sie selbst nach, was hinausgeht",
  tab: "Selbst nachprüfen – Expost",
  description:
    "Wie Sie selbst nachprüfen, dass der Eintrag, den Sie eingeben, diese Seite nicht verlässt, wie Sie die Seite Byte für Byte vergleichen und nachbauen und wo das an Grenzen stößt.",
  skip: "Zum Text springen",
  lede: "Das Formular für Ihren Eintrag ist so eingerichtet, dass Ihr Browser die Anfragen der Seite ablehnt. Das müssen Sie uns nicht glauben. Jeder Weg dauert ein bis zwei Minuten. Die Verbindung zu trennen ist die vollständige Probe, und dafür brauchen Sie keine Computerkenntnisse; um das Netzwerk zu beobachten, brauchen Sie einen Computer, kein Telefon.",
  contents: "Wege zum Nachprüfen",
  network: {
    heading: "Das Netzwerk beobachten",
    intro:
      "Jeder Browser kann auflisten, was eine Seite anfordert. Bleibt die Liste leer, während Sie das Formular benutzen, wurde keine Anfrage abgeschickt. Eine Verbindung ohne Anfrage steht nicht in der Liste ([wo das an Grenzen stößt](limits)): Die Verbindung zu trennen zeigt mehr.",
    steps: [
      "Öffnen Sie [Meinen Eintrag prüfen](home) und wählen Sie einen Bericht oder das Beispiel aus.",
      "Öffnen Sie die Entwicklerwerkzeuge Ihres Browsers. In Chrome, Edge und Firefox drücken Sie F12, auf einem Mac Wahltaste + Befehlstaste + I. In Safari setzen Sie zuerst unter „Einstellungen“, „Erweitert“ das Häkchen bei „Funktionen für Webentwickler anzeigen“; drücken Sie dann Wahltaste + Befehlstaste + I.",
      "Wählen Sie „Netzwerk“. Leeren Sie die Liste mit dem Knopf, der wie ein durchgestrichener Kreis oder ein Papierkorb aussieht.",
      "Füllen Sie das Formular aus und drücken Sie „Meinen Eintrag prüfen“. Die Liste bleibt leer.",
    ],
    notes: [
      "Wenn Sie die Zusammenfassung speichern, kann eine Zeile dazukommen, die mit `blob:` beginnt. Das ist der eigene Text der Seite, der Ihnen als Datei übergeben wird.",
      "Eine Zeile, die mit `chrome-extension:` oder `moz-extension:` beginnt, kommt von einer Erweiterung Ihres Browsers, nicht von dieser Seite.",
    ],
  },
  offline: {
    heading: "Zuerst die Verbindung trennen",
    intro: "Das ist die vollständige Probe. Was nicht verbunden ist, kann nichts abschicken, auf keinem Weg.",
    steps: [
      "[Speichern Sie zuerst das Formular als Datei](sheet). Es ist eine einzige Datei, in der alles enthalten ist. Halten Sie auch den Bericht als Datei bereit.",
      "Trennen Sie die Verbindung: Schalten Sie WLAN und mobile Daten aus oder ziehen Sie das Kabel heraus.",
      "Öffnen Sie die gespeicherte Datei mit Ihrem Browser, wählen Sie den Bericht aus und füllen Sie das Formular aus. Die Zahl ist dieselbe.",
      "Drücken Sie „Meinen Eintrag löschen“ und schließen Sie die Seite, bevor Sie sich wieder verbinden.",
    ],
    notes: [
      "Diese Website lässt in Ihrem Browser kein Programm zurück, das von allein arbeitet (keinen Service Worker): Ein solches Programm könnte die Anfragen der Seite sehen.",
    ],
  },
  rule: {
    heading: "Die Regel lesen",
    intro:
      "Öffnen Sie die gespeicherte Datei in einem Texteditor. Ganz oben steht eine Content Security Policy: eine Regel, die Ihr Browser durchsetzt, was auch immer der Rest der Seite versucht.",
    parts: [
      "`default-src 'none'` und `connect-src 'none'`: Die Seite darf nichts laden und sich mit nichts verbinden.",
      "`form-action 'none'`: Es kann kein Formular abgeschickt werden.",
      "`script-src 'sha256-…' 'sha256-…' 'wasm-unsafe-eval'`: Nur das Programm mit diesen Fingerabdrücken läuft, und es darf zum Rechnen WebAssembly benutzen.",
    ],
    frame:
      'Eine solche Regel hindert eine Seite nicht daran, den Browser an eine andere Adresse zu führen. Deshalb läuft das Formular auf dieser Website in einem Rahmen mit `sandbox="allow-scripts allow-downloads"`: Es kann Ihren Browser nirgendwohin führen, keine Fenster öffnen, keine Formulare abschicken und nicht lesen, was diese Website speichert. Die Seite darum herum sagt `frame-src blob:`: Der Rahmen darf zeigen, was er selbst gemacht hat, zum Beispiel die Zusammenfassung, die Sie speichern, und kann an keine andere Adresse geführt werden. Diese Seite bekommt vom Rahmen vier Arten von Nachrichten: dass das Formular bereit ist, ob es den Bericht verwenden kann oder warum nicht, und, in Schritten von 64 Pixeln, wie hoch es ist und an welche Stelle sie blättern soll.',
    beyond:
      "Über WebRTC, womit Browser einander direkt erreichen, sagt die Regel nichts. Deshalb entfernt das Programm der Seite als Erstes WebRTC und andere Funktionen, die keine solche Regel erfasst. Es lehnt es auch ab, an eine andere Adresse geführt zu werden, und ein Klick auf einen Link öffnet keinen neuen Tab.",
    publish:
      "Die Formulare für alle, die Berichte veröffentlichen, [Bericht erstellen](publish) und [Zeilen untersuchen](profile), sind genauso gemacht und werden genauso gezeigt. Ihre Regel hat eine Zeile mehr, `worker-src blob:`: Jedes darf sein eigenes Programm ein zweites Mal im Hintergrund laufen lassen, unter derselben Regel. Sie nennt außerdem den Fingerabdruck eines zweiten Programms, `parquet-reader.js`, das Parquet-Dateien liest. Um es zu bekommen, schickt der Rahmen eine weitere Art von Nachricht, die nur sagt, dass eine Parquet-Datei ausgewählt wurde. Die Seite darum herum lädt das Programm dann von dieser Website, ein einziges Mal, und reicht es hinein; Ihr Browser lehnt es ab, wenn der Fingerabdruck ein anderer ist. Nichts aus Ihrer Datei verlässt den Rahmen. Das Formular, das Sie als Datei speichern, enthält dieses Programm und fordert nichts an. [Bericht lesen](report) hat es nur mit dem Bericht zu tun, und der ist öffentlich; es ist eine gewöhnliche Seite, die Berichte lädt.",
  },
  compare: {
    heading: "Den Fingerabdruck vergleichen",
    intro:
      "Ein Fingerabdruck, auch SHA-256 genannt, besteht aus 64 Zeichen, die aus der ganzen Datei berechnet werden. Ändert sich in der Datei ein Buchstabe, ändert sich auch der Fingerabdruck. Dateien mit demselben Fingerabdruck sind gleich.",
    steps: [
      "[Speichern Sie das Formular als Datei](sheet).",
      "Berechnen Sie seinen Fingerabdruck. Öffnen Sie ein Terminal in dem Ordner, in dem es gespeichert ist (unter Windows: PowerShell), und geben Sie die Zeile für Ihr System aus der Tabelle unten ein.",
      "Vergleichen Sie die Ausgabe mit dem Fingerabdruck aus der Quelle, der Sie vertrauen. Vergleichen Sie alles, nicht nur den Anfang.",
    ],
    commands: {
      caption: "Was einzugeben ist",
      head: ["System", "Befehl"],
      rows: [
        ["Windows", "Get-FileHash expost-sheet.html"],
        ["macOS", "shasum -a 256 expost-sheet.html"],
        ["Linux", "sha256sum expost-sheet.html"],
      ],
    },
    where: {
      heading: "Woher Sie einen zum Vergleichen bekommen",
      text: [
        "Die Fingerabdrücke oben stehen auf derselben Website wie die Dateien. Sie sagen Ihnen, dass ein Download vollständig ist. **Über die Website beweisen sie nichts**: Wer hier eine Datei ändern könnte, könnte auch diese Zeilen ändern.",
        "Ist die Liste der Fingerabdrücke signiert, und kennen Sie den Schlüssel von woanders, können Sie der Liste trauen (nächster Abschnitt). Sonst vertrauen Sie dem Fingerabdruck, den Sie bekommen, wenn Sie die Datei selbst aus dem Quelltext bauen, oder dem von jemandem, dem Sie vertrauen und der es getan hat. Eine zweite Kopie dieser Website auf einem anderen Server hilft: Wer Sie täuschen will, müsste beide ändern.",
      ],
    },
    copy: {
      heading: "Woraus diese Kopie besteht",
      caption: "Diese Kopie der Website",
      head: ["", "So wurde sie gebaut"],
      version: "Version",
      commit: "Commit",
      sheet: "SHA-256 des Formulars",
      publish: "SHA-256 des Formulars für Veröffentlichende",
      profile: "SHA-256 des Formulars zum Untersuchen der Zeilen",
      files:
        "Die Dateien: [das Formular](sheet), [das Formular für Veröffentlichende](publish-sheet), [das Formular zum Untersuchen der Zeilen](profile-sheet). Die Rahmen dieser Website zeigen die beiden letzten ohne das, was Parquet-Dateien liest: [das Formular für Veröffentlichende im Rahmen](publish-frame), [das Formular zum Untersuchen der Zeilen im Rahmen](profile-frame). In der [Liste aller Fingerabdrücke](fingerprints) stehen auch diese und der von `parquet-reader.js`.",
    },
  },
  rebuild: {
    heading: "Selbst nachbauen",
    intro:
      "Der Quelltext ist so eingerichtet, dass aus einem Commit auf jedem Rechner mit denselben Werkzeugen dieselbe Datei entsteht, Byte für Byte. Hat Ihre Datei den Fingerabdruck der Datei auf dieser Website, dann läuft hier genau der Quelltext, den Sie lesen können. Das dauert eine Viertelstunde und braucht etwas Übung mit einem Terminal.",
    needs:
      "**Was Sie brauchen:** den Quelltext des Projekts mit seiner Geschichte, von dort, wo das Projekt liegt, oder von jemandem, der eine Kopie hat (der Name eines Commits legt seinen ganzen Inhalt fest), und Debian 12, auf Wunsch in einer virtuellen Maschine oder einem Container, mit git und Node 20. Das Übrige installiert `npm run build`, als root: aus Debian Emscripten 3.1.6, Boost 1.74, Eigen 3.4.0, nlohmann/json 3.11.2 und fast_float 3.9.0, und npm-Pakete in genau den Versionen aus `package-lock.json`, von denen npm jedes an einem eigenen Fingerabdruck prüft.",
    steps: {
      caption: "Geben Sie in einem Terminal, im Ordner des Quelltexts, Folgendes ein:",
      rows: [
        ["git checkout {{commit}}", "holt den Quelltext dieser Kopie."],
        ["npm run build", "installiert, was fehlt, und baut alles in den Ordner build/package."],
        ["sha256sum build/package/site/sheet.de.html", "gibt den Fingerabdruck des Formulars aus."],
        ["sha256sum build/package/site/publish-sheet.de.html", "gibt den des Formulars für Veröffentlichende aus."],
        ["sha256sum build/package/site/profile-sheet.de.html", "gibt den des Formulars zum Untersuchen der Zeilen aus."],
        ["npm run reproduce", "macht all das zweimal, in zwei eigenen Ordnern, und vergleicht jede Datei."],
      ],
    },
    same: "**Was übereinstimmen muss:** die vier Fingerabdrücke oben, bis zum letzten Zeichen. Auch die anderen Seiten der Website stimmen überein, wenn sie mit denselben Einstellungen gebaut wurde. Der Beispielbericht nicht: Sein Rauschen wird bei jedem Bauen neu gezogen.",
    differs:
      "Wenn sie nicht übereinstimmen, vergleichen Sie zuerst die Versionen der Werkzeuge: Ein anderes Emscripten macht eine andere Datei. Sind die Werkzeuge dieselben, dann ist diese Kopie nicht der Quelltext dieses Commits. Verwenden Sie sie nicht.",
    unknown:
      "Diese Kopie sagt nicht, aus welchem Commit sie gebaut wurde. Deshalb lässt sie sich nicht zweifelsfrei nachbauen. Behandeln Sie sie als ungeprüft.",
    modified:
      "Diese Kopie wurde aus einem Quelltext mit Änderungen gebaut, die in keinem Commit stehen. Deshalb kann niemand sonst sie nachbauen. Behandeln Sie sie als ungeprüft.",
  },
  limits: {
    heading: "Wo das an Grenzen stößt",
    points: [
      "**Erweiterungen und andere Programme.** Die Regel bindet die Seite, und aus der Seite ist WebRTC entfernt. Beides bindet weder Erweiterungen Ihres Browsers noch andere Programme auf Ihrem Gerät noch die Stelle, die es verwaltet. Ein privates Fenster läuft meist ohne Erweiterungen.",
      "**Namen von Servern, in Chrome und Edge.** Wenn eine Seite an eine verbotene Adresse gehen will, schicken diese Browser keine Anfrage ab. Sie können aber schon eine Verbindung geöffnet haben, und im Namen des Servers können Wörter stehen. Ein feindliches Programm im Formular könnte Ihre Werte dort hineinschreiben, und keine Seite kann das von innen verhindern. Firefox öffnete in unseren Tests keine Verbindung. Chromium öffnete auch keine, wenn „Seiten vorab laden“ in den Einstellungen ausgeschaltet war. Ohne Verbindung zum Internet gibt es nichts, womit sich etwas verbinden ließe.",
      "**Das Formular als Datei.** Um ein Formular, das Sie von Ihrem Datenträger öffnen, ist kein Rahmen. Ein feindliches Programm darin könnte innen eine eigene Seite anlegen, in der es WebRTC wieder gibt, oder ein neues Fenster öffnen. Füllen Sie ein gespeichertes Formular deshalb ohne Verbindung aus.",
      "**Gemeinsam genutzte Computer.** Drücken Sie „Meinen Eintrag löschen“ und schließen Sie die Seite, wenn Sie fertig sind. Eine gespeicherte Zusammenfassung liegt dort, wo Ihre Downloads liegen; Ihr Eintrag steht nicht darin, Ihre Zahl schon.",
      "**Veränderte Kopien.** Jeder kann eine Kopie dieser Website ins Netz stellen, die genauso aussieht und etwas anderes tut. An Fingerabdrücken lassen sich Kopien unterscheiden, wenn Sie einen aus einer Quelle haben, der Sie vertrauen.",
      "**Ob die Angaben stimmen.** Die Seite kann prüfen, ob ein Bericht vollständig und in sich stimmig ist. Sie kann nicht prüfen, ob die veröffentlichende Stelle die Wahrheit darüber sagt, wie er entstanden ist.",
      "**Was wir nicht sehen können.** Ob ein Browser oder ein Betriebssystem einen Fehler hat, durch den eine Seite ihre Regel brechen kann.",
    ],
  },
};

/** The scripts' words. */
/** @type {SiteWords["says"]} */
export const says = {
  tab: "Ihren Eintrag prüfen",
  tabOf: (title, publisher) => `Ihren Eintrag prüfen: ${title}, ${publisher}`,
  tabOfReport: (title) => `Ihren Eintrag prüfen: ${title}`,
  publishedBy: (publisher) => `Veröffentlicht von: ${publisher}`,
  noStart:
    "Das Formular wurde geladen, ist aber nicht gestartet. Wahrscheinlich sendet der Server dieser Website eine Regel, die es anhält (Content-Security-Policy). Sagen Sie es bitte denen, die diese Website betreiben. Sie können das Formular auch unter „Selbst nachprüfen“ als Datei speichern und diese öffnen.",
  noSheet: "Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.",
  loading: "Der Bericht wird geladen …",
  handingOver: "Der Bericht wird geöffnet …",
  formBelow: (title) => `Das Formular für „${title}“ steht weiter unten.`,
  refused: "Dieser Bericht lässt sich nicht verwenden. Der Grund steht weiter unten.",
  handedOver: "Die Datei wurde an das Formular weiter unten übergeben.",
  handedOverFrom: (name) => `${name} wurde an das Formular weiter unten übergeben.`,
  notFetched: (address) =>
    `Der Bericht konnte nicht von ${address} geladen werden. Prüfen Sie die Adresse und Ihre Verbindung. Ein Bericht auf einer anderen Website lässt sich nur verwenden, wenn jene Website das erlaubt; wenn nicht, speichern Sie die Datei und wählen Sie sie hier aus.`,
  unencrypted: (address) =>
    `Der Bericht liegt unter ${address}, einer Adresse ohne Verschlüsselung (http). Von anderen Websites lädt diese Seite Berichte nur über https. Bitten Sie um einen Link, der mit https beginnt, oder speichern Sie die Datei und wählen Sie sie hier aus.`,
  badAddress:
    "Der Link zum Bericht ist keine Adresse, die diese Seite verwenden kann. Bitten Sie um den Bericht selbst und wählen Sie ihn hier aus.",
  badFingerprint:
    "Der Fingerabdruck im Link besteht nicht aus 64 hexadezimalen Ziffern. Deshalb konnte der Bericht nicht geprüft werden und wurde nicht verwendet.",
  badKey:
    "Der Link nennt einen Schlüssel, mit dem der Bericht signiert sein muss, aber das ist keiner: Ein öffentlicher Schlüssel beginnt mit RW und hat 56 Zeichen. Es wurde kein Bericht geladen.",
  unreadable: "Die Datei ist kein Text, also ist sie kein Bericht.",
  emptyText: "Fügen Sie zuerst den Text des Berichts ein.",

  reading: "Der Bericht wird gelesen …",
  read: (title) => `„${title}“ steht weiter unten in einfachen Worten, auf Englisch.`,
  readTab: (title) => `Bericht lesen: ${title}`,
  noReader:
    "Der Teil dieser Seite, der Berichte liest, konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.",
  // The library's own sentence follows.
  wentWrong: "Der Bericht wurde gelesen, aber er lässt sich hier nicht in Worte fassen. Was nicht stimmt:",
  otherReport: (wanted, found) =>
    `Das ist nicht der Bericht, für den der Link gemacht wurde: Er wurde geändert, ausgetauscht oder beschädigt. Nichts davon wird gezeigt. Der Link nennt den Fingerabdruck ${wanted}; diese Datei hat ${found}.`,
  noFingerprint:
    "Der Link nennt einen Fingerabdruck, und bei einer unverschlüsselten Verbindung kann Ihr Browser keinen berechnen. Nichts von dem Bericht wird gezeigt.",
  fingerprintMissing: "kann bei einer unverschlüsselten Verbindung nicht berechnet werden",
  compare: {
    empty: "Fügen Sie den SHA-256 ein, den Sie bekommen haben.",
    malformed: (count) =>
      `Das ist kein SHA-256: Er hat 64 Zeichen, Ziffern und die Buchstaben a bis f. Ihre Eingabe hat ${count} Zeichen.`,
    odd: "Das ist kein SHA-256: Darin können nur Ziffern und die Buchstaben a bis f vorkommen.",
    same: "Sie sind gleich. Das ist die Datei, aus der der Fingerabdruck gemacht wurde.",
    other:
      "Sie sind nicht gleich. Entweder ist das nicht die Datei, aus der der Fingerabdruck gemacht wurde, oder der Fingerabdruck wurde nicht vollständig kopiert. Verlassen Sie sich nicht auf diesen Bericht, bevor das geklärt ist.",
    missing: "Es gibt nichts zum Vergleichen: Ihr Browser berechnet Fingerabdrücke nur bei einer verschlüsselten Verbindung.",
  },
  saved: (name) => `${name} wurde erstellt. Ihr Browser legt die Datei dort ab, wo Ihre Downloads sind.`,
  registryFailed:
    "Der Entwurf konnte nicht erstellt werden: Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  why: {
    published: (number) => `Veröffentlicht: ${number} Bücher.`,
    belief: (after) =>
      `Die Chance, die die fremde Person der Verwendung Ihres Eintrags gibt, geht von 50 von 100 auf ${after}.`,
    about: (count, of) => `etwa ${count} von ${of}`,
    moreThan: (count, of) => `mehr als ${count} von ${of}`,
    fewerThan: (count, of) => `weniger als ${count} von ${of}`,
    expected: (without, including) =>
      `Ohne Ihren Eintrag erwartet die fremde Person Zahlen um ${without}, mit ihm Zahlen um ${including}.`,
    candidates: (low, high) => `${low} oder ${high}.`,
    picture: (without, including, published) =>
      `Zwei Glockenkurven: ohne Ihren Eintrag um ${without}, mit ihm um ${including}. Ein senkrechter Strich bezeichnet die veröffentlichte Zahl, ${published}.`,
  },
};
