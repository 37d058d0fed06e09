// In place of en.js and its like, and of descent.js, on the check page for normal noise in the
// training alone: its module refuses reports of other mechanisms, so that nobody asks for these.
export const mechanisms = {};
export const records = {};
export const descentInWords = () => "";
export const holdsForAll = () => true;
