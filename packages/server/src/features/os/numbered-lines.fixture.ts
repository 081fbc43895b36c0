/** A bulk of documents with an id and a number each. */
export const numberedLines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `{"index":{"_id":"${from + i}"}}\n{"n":${from + i}}\n`).join('');
