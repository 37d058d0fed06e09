// The few words that the custom element says itself, in Arabic.

/** @type {import("../en/element.js").ElementWords} */
export const element = {
  frame: "فحص سجلي",
  alone: "هذا الملف جزء من صفحات أخرى: يعرضه الملف expost-check.js الذي يجب أن يكون بجانبه.",
  notLoaded: "تعذّر تحميل الاستمارة. تحقّق من اتصالك ثم أعد تحميل هذه الصفحة.",
};
