// Faults of tables, in Arabic; ../en says what may stand here.
import { ltr, own } from "./arabic.js";

/** @type {import("../en/table-errors.js").TableErrors} */
export const tableErrors = {
  cell: {
    missing: (column) => `العمود «${own(column)}» فارغ هنا، ويجب أن تكون فيه قيمة في كل صف.`,
    "not-a-number": (column) => `يجب أن يكون في العمود «${own(column)}» عدد هنا.`,
    "not-finite": (column) => `يجب أن يكون في العمود «${own(column)}» عدد منتهٍ هنا.`,
    "ambiguous-number": (column) => `يمكن قراءة العدد في العمود «${own(column)}» بطريقتين: لا تكتب شيئًا بين الآلاف.`,
    "not-a-boolean": (column) =>
      `يجب أن يكون في العمود «${own(column)}» هنا ${ltr("yes")} أو ${ltr("no")}، أو ${ltr("true")} أو ${ltr("false")} أو ${ltr("1")} أو ${ltr("0")}.`,
    "unknown-level": (column) => `في العمود «${own(column)}» قيمة هنا ليست أحد اختياراته.`,
    "wrong-type": (column) => `في العمود «${own(column)}» قيمة من نوع آخر هنا.`,
    "out-of-range": (column) => `في العمود «${own(column)}» قيمة هنا لا يمكن استخدامها.`,
    "not-utf8": (column) => `في العمود «${own(column)}» حروف هنا ليست بترميز UTF-8: احفظ الملف بترميز UTF-8.`,
  },
  column: {
    "missing-column": (column) => `ليس في الملف العمود «${own(column)}».`,
    "duplicate-column": (column) => `العمود «${own(column)}» مكرر في الملف مرتين.`,
    "wrong-type": (column) => `في العمود «${own(column)}» قيم من نوع لا يمكن قراءته.`,
    "one-class": (column) => `في العمود «${own(column)}» القيمة نفسها في كل الصفوف. يلزم أن تكون فيه قيمتان على الأقل.`,
  },
  table: {
    "wrong-length": "عدد القيم في هذا الصف لا يساوي عدد الأعمدة في سطر العناوين.",
    "unclosed-quote": "هنا علامة اقتباس غير مغلقة.",
    "too-long": "هذا الصف أطول مما يجوز.",
    "not-utf8": "الملف ليس بترميز UTF-8: احفظه بترميز UTF-8.",
    "not-a-table": "لا يمكن قراءة هذا الملف جدولًا.",
    empty: "لا توجد صفوف تحت سطر العناوين.",
    "too-few": "عدد الصفوف أقل مما يلزم.",
    changed: "تغيّر الملف أثناء قراءته.",
  },
};
