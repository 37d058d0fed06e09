// Has types only (jsx.d.ts), and something to find for tools that resolve every import.
export {};
