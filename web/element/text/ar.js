// The element's own words in Arabic; everything else is the sheet's.
export const ar = {
  language: "ar",
  direction: "rtl",
  frame: "فحص سجلي",
  alone: "هذا الملف جزء من صفحات أخرى: يعرضه الملف expost-check.js الذي يجب أن يكون بجانبه.",
  notLoaded: "تعذّر تحميل الاستمارة. تحقّق من اتصالك ثم أعد تحميل هذه الصفحة.",
};
