// Words for each mechanism and each loss, in German.
// A new one changes no other file of the folder.

const IN_OBJECTIVE = "Modell θ̂, Rauschen in der Zielfunktion";
const SAMPLE = "Modell θ, zufällig gezogen";
const DRAWN =
  "Es ist eine einzelne Ziehung aus der A-posteriori-Verteilung: Die Koeffizienten wurden zufällig gezogen, aus einer Normalverteilung um die Lösung, die am besten zu den Daten passt. Sie ist dort enger, wo die Daten mehr sagen.";

/** @type {typeof import("../en/models.js").inResult} */
export const inResult = {
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
      network: "Das Modell ist ein neuronales Netz.",
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
      lessOfNetwork:
        "Nur den letzten zu veröffentlichen, würde weniger verraten: Bekannte Angriffe auf ein letztes Netz allein finden viel weniger heraus, als das Versprechen zulässt.",
      nothing: "Sonst nichts, was aus den Daten berechnet wurde.",
      elsewhere: "Ein anderes Programm hat das Rauschen gezogen, nicht diese Software.",
      claimed: "Die Zusage (ε, δ) ist eine Behauptung der veröffentlichenden Stelle über exaktes Rechnen.",
    },
    whole:
      "Bei dieser Art von Training lässt sich das Ergebnis nicht in Teile zerlegen. Es kommt daraus, wie stark Ihr Eintrag in jedem Schritt höchstens gezogen haben kann, und aus dem Rauschen.",
  },
};

/** @type {typeof import("../en/models.js").inStatement} */
export const inStatement = {
  "objective-gaussian": {
    how: "Es wurde mit gestörter Zielfunktion trainiert (objective perturbation): Zu dem, was das Training minimiert, kam Zufallsrauschen aus einer Normalverteilung hinzu. Deshalb ist das Modell selbst verrauscht.",
    model: IN_OBJECTIVE,
    says: {
      independent:
        "Ihr Ergebnis kommt aus Ihrem Eintrag und aus dem Modell allein. Der Bericht sagt nicht, wie viele Einträge Ihrem ähneln. Deshalb wird der ungünstigste Fall angenommen.",
      dependent:
        "Ihr Ergebnis kommt aus Ihrem Eintrag, aus dem Modell und aus den weiteren Größen, die mit ihm veröffentlicht wurden. Diese sagen, wie ungewöhnlich Ihr Eintrag unter den anderen ist. Das Rauschen selbst kann niemand sehen. Deshalb berücksichtigt das Ergebnis jedes Rauschen außer dem unwahrscheinlichsten.",
    },
  },
  "objective-laplace": {
    how: "Es wurde mit gestörter Zielfunktion trainiert (objective perturbation): Zu dem, was das Training minimiert, kam Zufallsrauschen vom Laplace-Typ hinzu, dessen Länge eine Gammaverteilung hat und dessen Richtung gleichverteilt ist. Deshalb ist das Modell selbst verrauscht.",
    model: IN_OBJECTIVE,
    says: "Ihr Ergebnis kommt aus Ihrem Eintrag und aus dem Modell allein. Es berücksichtigt jedes Rauschen, das es gegeben haben kann, und alle anderen Einträge, die es geben könnte. Was Ihr Eintrag wirklich verraten hat, ist am Bericht nicht zu erkennen: meist weniger.",
  },
  "output-gaussian": {
    how: "Es wurde ohne Rauschen trainiert; danach kam zu jedem seiner Koeffizienten Zufallsrauschen aus einer Normalverteilung hinzu (output perturbation).",
    model: "Modell θ̃, Rauschen in den Koeffizienten",
    says: "Ihr Ergebnis kommt aus Ihrem Eintrag und aus dem Modell allein: daraus, wie weit ein Eintrag wie Ihrer ein Modell höchstens verschieben kann. Wie weit er dieses verschoben hat, hängt von den anderen Einträgen ab und ist am Bericht nicht zu erkennen.",
  },
  "noisy-gradient-descent": {
    how: "Es wurde mit verrauschtem Gradientenabstieg trainiert (noisy gradient descent). In jedem Schritt zog jeder Eintrag, der teilnahm, am Modell, höchstens um eine festgelegte Länge; zur Summe dieser Züge kam Zufallsrauschen aus einer Normalverteilung hinzu.",
    model: "Modell θ̂, Rauschen in jedem Schritt",
    says: {
      all: "Ihr Ergebnis kommt aus Ihrem Eintrag und aus allen Zwischenständen des Modells: Sie zeigen, wie stark Ihr Eintrag in jedem Schritt gezogen hätte. Das Rauschen selbst kann niemand sehen. Deshalb berücksichtigt das Ergebnis jedes Rauschen außer dem unwahrscheinlichsten.",
      every:
        "Ihr Ergebnis kommt aus Ihrem Eintrag und aus den veröffentlichten Zwischenständen des Modells: Sie zeigen, wie stark Ihr Eintrag gezogen hätte. Für die Schritte dazwischen und für das Rauschen, das niemand sehen kann, berücksichtigt es alles außer dem Unwahrscheinlichsten.",
      none: "Ihr Ergebnis kommt allein aus Ihrem Eintrag: daraus, wie stark er in jedem Schritt höchstens gezogen haben kann, und aus jedem Rauschen außer dem unwahrscheinlichsten. Es wäre dasselbe, welches Modell auch herausgekommen wäre.",
    },
  },
  "posterior-sample": {
    how: DRAWN,
    model: SAMPLE,
    says: "Ihr Ergebnis kommt aus Ihrem Eintrag und daraus, wie gut das Modell zu ihm passt. Es berücksichtigt jedes Gewicht, das Ihr Eintrag unter den anderen haben kann. Sein wirkliches Gewicht ist am Bericht nicht zu erkennen.",
  },
  "ada-ops": {
    how: `${DRAWN} Wie stark der Strafterm ist (λ) und wie eng die Ziehung (γ), wurde aus den Daten bestimmt, ebenfalls mit Rauschen (AdaOPS).`,
    model: SAMPLE,
    says: "Ihr Ergebnis kommt aus Ihrem Eintrag, daraus, wie gut das Modell zu ihm passt, und aus den zwei weiteren Größen. Es berücksichtigt jedes Gewicht, das Ihr Eintrag unter den anderen haben kann. Sein wirkliches Gewicht ist am Bericht nicht zu erkennen.",
  },
};

/** @type {typeof import("../en/models.js").inProfile} */
export const inProfile = {
  "objective-gaussian": "eine Störung der Zielfunktion",
  "objective-laplace": "eine Störung der Zielfunktion mit Rauschen vom Laplace-Typ",
  "output-gaussian": "eine Störung der Ausgabe mit Gauß-Rauschen",
  "noisy-gradient-descent": "Gradientenabstieg mit Rauschen",
  "posterior-sample": "das Ziehen einer einzigen Posterior-Stichprobe",
  "ada-ops": "das Ziehen einer einzigen Posterior-Stichprobe mit verrauschtem λ und γ (AdaOPS)",
};

/** @type {typeof import("../en/models.js").lossesInStatement} */
export const lossesInStatement = {
  logistic: () => "eine logistische Regression",
  squared: () => "eine Regression nach kleinsten Quadraten mit Ridge-Strafterm",
  "pseudo-huber": (width) => `eine Regression mit der Pseudo-Huber-Verlustfunktion der Breite ${width}`,
  softmax: (classes) => `eine multinomiale logistische Regression (Softmax) mit ${classes} Klassen`,
};

/** @type {typeof import("../en/models.js").lossesAsked} */
export const lossesAsked = {
  logistic: { text: "Einer von zwei Werten (logistische Verlustfunktion)" },
  "pseudo-huber": {
    text: "Eine Zahl (Pseudo-Huber-Verlustfunktion)",
    hint: "In der Mitte wie bei kleinsten Quadraten; weit außen zieht kein Zielwert stärker als ein festgelegtes Maß.",
  },
  squared: { text: "Eine Zahl (quadratische Verlustfunktion)" },
};
