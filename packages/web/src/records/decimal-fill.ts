const PLAIN = /^-?[\d,]+(?:\.(\d+))?$/;

/** A column of more decimals is not aligned: whole numbers of it would stand far off its edge. */
const MOST = 4;

const decimalsOf = (text: string): number | undefined => {
  const plain = PLAIN.exec(text);
  return plain ? (plain[1] ?? '').length : undefined;
};

/**
 * What stands unseen behind the numbers of a column, as they are written, so that their points are below each other where figures are
 * all as wide: the noughts, and the point, that one has fewer than the longest of `texts`. Undefined where nothing is to be aligned.
 */
export function decimalFill(texts: readonly string[]): (text: string) => string | undefined {
  const most = texts.reduce((longest, text) => Math.max(longest, decimalsOf(text) ?? 0), 0);
  return (text) => {
    const own = decimalsOf(text);
    if (most === 0 || most > MOST || own === undefined) return undefined;
    return own === 0 ? `.${'0'.repeat(most)}` : '0'.repeat(Math.max(0, most - own));
  };
}
