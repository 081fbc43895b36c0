import type { Explanation } from './response.ts';
import { floatText } from './text/bm25.ts';
import type { ResolveContext } from './text/resolved.ts';

/** Where the score of a document comes from; null when this part of the query does not match it. */
export type Explain = (doc: number) => Explanation | null;

export interface Surroundings {
  readonly fieldOf: (postings: string) => string;
  readonly context: ResolveContext;
  /** The documents that are explained. */
  readonly docs: readonly number[];
  readonly few: ResolveContext['docs'];
}

export const node = (value: number, description: string, details: readonly Explanation[] = []): Explanation => ({
  value: floatText(value),
  description,
  details,
});

export const sumOf = (parts: readonly Explanation[]): Explanation | null => {
  const [only] = parts;
  if (parts.length <= 1) return only ?? null;
  return node(
    parts.reduce((sum, { value }) => sum + value, 0),
    'sum of:',
    parts,
  );
};
