/**
 * Edits between two words, by characters: insert, delete, replace and, where `transpositions` says so, exchange two
 * neighbours (the restricted distance that Lucene's automata have). Answers `limit + 1` for anything beyond the limit.
 */
export function editDistance(
  a: readonly string[],
  b: readonly string[],
  limit: number,
  transpositions: boolean,
): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return limit + 1;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? 0, limit + 1);
}
