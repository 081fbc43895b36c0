/** Rows of the table of edits: the one that is filled and the two above it, used again by each call. */
let rows: [Uint32Array, Uint32Array, Uint32Array] = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)];

/**
 * Edits between two words, by characters: insert, delete, replace and, where `transpositions` says so, exchange two
 * neighbours (the restricted distance that Lucene's automata have). Answers `limit + 1` for anything beyond the limit.
 * Only places as far from the diagonal as the limit are looked at (Ukkonen 1985), and nothing is made for a word: one that is
 * misspelt is compared with all others.
 */
export function editDistance(
  a: readonly string[],
  b: readonly string[],
  limit: number,
  transpositions: boolean,
): number {
  const beyond = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return beyond;
  let [before, above, row] = spareRows(b.length + 2);
  for (let j = 0; j <= Math.min(b.length, limit); j++) above[j] = j;
  above[limit + 1] = beyond;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    let least = from === 1 ? Math.min(i, beyond) : beyond;
    row[from - 1] = least;
    for (let j = from; j <= to; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row[j] = edits;
      least = Math.min(least, edits);
    }
    row[to + 1] = beyond;
    if (least > limit) return beyond;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[b.length] ?? 0, beyond);
}

function spareRows(length: number): typeof rows {
  if (rows[0].length < length) rows = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  return rows;
}
