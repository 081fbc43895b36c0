/** ` did you mean [x]?` for a name that is nearly one of the known ones, as OpenSearch says it; empty when none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, like: likeness(name, each) }))
    .filter(({ like }) => like > 0.5)
    .sort((a, b) => b.like - a.like || (a.each < b.each ? -1 : 1))
    .map(({ each }) => each);
  if (near.length === 0) return '';
  return near.length === 1 ? ` did you mean [${near[0]}]?` : ` did you mean any of [${near.join(', ')}]?`;
}

/** How alike two names are by Levenshtein's distance: 1 = the same, 0 = nothing in common; from above 0.5 on one is meant for the other. */
export const likeness = (a: string, b: string): number => 1 - edits(a, b) / Math.max(a.length, b.length, 1);

/** Levenshtein's distance. */
function edits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, character] of [...a].entries()) {
    const row = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (character === b[j - 1] ? 0 : 1);
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
