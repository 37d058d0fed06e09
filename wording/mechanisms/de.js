// The words for every mechanism but normal noise in the training, in German: see en.js.

/** @type {typeof import("./en.js").mechanisms} */
export const mechanisms = {
  "objective-laplace": {
    shared: "Das Modell, trainiert mit Zufallsrauschen vom Laplace-Typ. Sonst nichts, was aus den Daten berechnet wurde.",
    parts: {
      leverage: "Wie weit Ihr Eintrag das Training verbogen haben kann",
      gradient: "Wie weit die Antwort des Modells von Ihrer entfernt ist",
      why: {
        leverage: "Das ist das Höchste, was es geben kann, wie auch immer die anderen Einträge aussehen.",
        gradient:
          "Je weiter, desto stärker hätte Ihr Eintrag am Modell gezogen. Das hier ist dieser Zug, gemessen an der Größe des Rauschens.",
      },
    },
  },
  "output-gaussian": {
    shared:
      "Das Modell, dem nach dem Training Zufallsrauschen hinzugefügt wurde. Sonst nichts, was aus den Daten berechnet wurde.",
    parts: {
      gradientNorm: "Wie weit Ihr Eintrag das Modell verschoben haben kann",
      gradient: "Das Zufallsrauschen",
      why: {
        gradientNorm:
          "Je weiter die Antwort des Modells von Ihrer entfernt ist, desto weiter kann Ihr Eintrag es verschoben haben, wie auch immer die anderen Einträge aussehen.",
        gradient:
          "Das Rauschen kann niemand sehen. Das hier ist das Höchste, was es bei einem Eintrag wie Ihrem plausibel beitragen kann.",
      },
    },
  },
  "posterior-sample": {
    shared:
      "Das Modell: eine zufällige Ziehung aus denen, die zu den Daten passen. Sonst nichts, was aus den Daten berechnet wurde.",
  },
  "ada-ops": {
    shared:
      "Das Modell: eine zufällige Ziehung aus denen, die zu den Daten passen, und zwei Größen mit Zufallsrauschen, nach denen sich richtete, wie weit gezogen wurde. Was alle drei verraten, ist in Ihrem Ergebnis enthalten.",
  },
  "noisy-gradient-descent": {
    shared: {
      trained: (steps, number) =>
        `Das Modell, trainiert in ${number === 1 ? "einem Schritt" : `${steps} Schritten`}, jeweils mit Zufallsrauschen.`,
      stopped: (done, most, number) =>
        `Das Modell, trainiert in ${number === 1 ? "einem Schritt" : `${done} Schritten`}, jeweils mit Zufallsrauschen. Vorgesehen waren bis zu ${most}; eine öffentliche Regel hat das Training früher beendet.`,
      full: "Jeder Eintrag hat an jedem Schritt teilgenommen.",
      poisson: (hundredths) =>
        `In jedem Schritt entschied der Zufall für jeden Eintrag einzeln, ob er teilnahm: in ${hundredths} von 100 Fällen.`,
      shuffle: (batches, number) =>
        `In jeder Runde wurden die Einträge zufällig auf ${number === 1 ? "eine Gruppe" : `${batches} Gruppen`} verteilt, eine für jeden Schritt. So nahm jeder Eintrag einmal teil.`,
      other: (rule) => `Die veröffentlichende Stelle beschreibt so, wie ein Schritt das Modell änderte: „${rule}“.`,
      average: "Das veröffentlichte Modell ist der Mittelwert der Modelle nach jedem Schritt.",
      made: "Das veröffentlichte Modell wurde aus dem gebildet, was diese Schritte ergaben.",
      all: "Auch alle Zwischenstände des Modells sind veröffentlicht, damit Sie Ihr eigenes Ergebnis berechnen können.",
      every: (every) =>
        `Auch von je ${every} Zwischenständen des Modells ist einer veröffentlicht, damit Sie Ihr eigenes Ergebnis berechnen können. Über die Schritte dazwischen nehmen wir mehr an, deshalb kann es höher sein.`,
      none: "Die Zwischenstände des Modells sind nicht veröffentlicht. Deshalb ist Ihr Ergebnis das, was Sie schon vor dem Training gehabt hätten, was auch immer dabei herauskam.",
      counted: "Die Zusage an alle zählt sie als veröffentlicht.",
      countedAnyway: "Die Zusage an alle zählt sie trotzdem als veröffentlicht.",
      less: "Nur den letzten zu veröffentlichen, würde weniger verraten.",
      nothing: "Sonst nichts, was aus den Daten berechnet wurde.",
      elsewhere: "Ein anderes Programm hat das Rauschen gezogen, nicht diese Software.",
      claimed: "Die Zusage (ε, δ) ist eine Behauptung der veröffentlichenden Stelle über exaktes Rechnen.",
    },
    whole:
      "Bei dieser Art von Training lässt sich das Ergebnis nicht in Teile zerlegen. Es kommt daraus, wie stark Ihr Eintrag in jedem Schritt höchstens gezogen haben kann, und aus dem Rauschen.",
  },
};

/** @type {typeof import("./en.js").records} */
export const records = {
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
};
