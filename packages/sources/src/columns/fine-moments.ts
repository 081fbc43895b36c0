/** A moment with more than milliseconds. */
const FINE = /:\d{2}[.,]\d{3}\d*[1-9]\d*/;

/** What a date loses of moments finer than milliseconds, as a sentence behind another; empty where there are none. */
export function fineMoments(values: readonly string[]): string {
  const fine = values.find((value) => FINE.test(value));
  return fine === undefined ? '' : ` Of "${fine}" a date keeps milliseconds, a keyword all.`;
}
