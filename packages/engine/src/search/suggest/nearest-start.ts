interface Nearness {
  readonly edits: number;
  /** Exchanged neighbours count once. */
  readonly transpositions: boolean;
}

type Units = readonly unknown[];

/** How long the shortest beginning of a key is that so many edits make of what was typed; null when none is near enough. */
export function nearestStart(wanted: Units, key: Units, { edits, transpositions }: Nearness): number | null {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: wanted.length + 1 }, (_, j) => j);
  if (wanted.length <= edits) return 0;
  for (let i = 1; i <= Math.min(key.length, wanted.length + edits); i++) {
    const row = [i];
    const [unit, last] = [key[i - 1], key[i - 2]];
    for (const [j, own] of wanted.entries()) {
      const changed = (above[j] ?? 0) + (unit === own ? 0 : 1);
      const isExchanged = transpositions && i > 1 && j > 0 && unit === wanted[j - 1] && last === own;
      const exchanged = isExchanged ? (before[j - 1] ?? 0) + 1 : changed;
      row.push(Math.min((above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, changed, exchanged));
    }
    if ((row.at(-1) ?? 0) <= edits) return i;
    before = above;
    above = row;
  }
  return null;
}
