/** The least edits that make a text of the beginning of another; exchanged neighbours count once where allowed. */
export function prefixEdits(given: string, key: string, transpositions: boolean): number {
  const wanted = [...given];
  const other = [...key];
  let before: readonly number[] = [];
  let above: readonly number[] = wanted.map((_, i) => i + 1);
  let least = wanted.length;
  for (let i = 1; i <= other.length; i++) {
    const row: number[] = [];
    for (let j = 1; j <= wanted.length; j++) {
      const diagonal = j === 1 ? i - 1 : (above[j - 2] ?? 0);
      const left = j === 1 ? i : (row[j - 2] ?? 0);
      let edits = Math.min((above[j - 1] ?? 0) + 1, left + 1, diagonal + (other[i - 1] === wanted[j - 1] ? 0 : 1));
      if (transpositions && i > 1 && j > 1 && other[i - 1] === wanted[j - 2] && other[i - 2] === wanted[j - 1]) {
        edits = Math.min(edits, (j === 2 ? i - 2 : (before[j - 3] ?? 0)) + 1);
      }
      row.push(edits);
    }
    least = Math.min(least, row.at(-1) ?? 0);
    before = above;
    above = row;
  }
  return least;
}
