import { isTrue, type OsCall } from '../call.ts';
import { shownCell } from '../cat/cells.ts';

const SIZE = '_in_bytes';
const TIME = '_in_millis';

function readable(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'number') return [];
  if (name.endsWith(SIZE)) return [[name.slice(0, -SIZE.length), shownCell({ bytes: value }, {})]];
  if (name.endsWith(TIME)) return [[name.slice(0, -TIME.length), shownCell({ time: value }, {})]];
  return [];
}

function withReadable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReadable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => [
    ...readable(name, inner),
    [name, withReadable(inner)] as const,
  ]);
  return Object.fromEntries(entries);
}

/** Figures with each size and time once more as people write it, where that is asked for (`human`). */
export const inWords = <T>({ query }: Pick<OsCall, 'query'>, figures: T): T =>
  isTrue(query.human) ? (withReadable(figures) as T) : figures;
