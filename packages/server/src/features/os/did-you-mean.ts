import { editDistance } from '@datasarana/engine';

/** How alike two names are, 1 = the same, as Lucene's `LevenshteinDistance` counts it. */
function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance([...a], [...b], longest, false) / longest;
}

/** The names that may have been meant, the likest first, as a question behind the wrong one; nothing where none is alike. */
export function meant(name: string, known: readonly string[]): string {
  const near = [...new Set(known)]
    .map((each) => ({ each, like: likeness(name, each) }))
    .filter(({ like }) => like > 0.5)
    .sort((a, b) => b.like - a.like || (a.each < b.each ? -1 : 1))
    .map(({ each }) => each);
  if (near.length === 0) return '';
  return ` -> did you mean ${near.length === 1 ? '' : 'any of '}[${near.join(', ')}]?`;
}
