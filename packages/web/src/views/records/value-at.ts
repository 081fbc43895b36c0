import { ValueType } from '@datasarana/schema';
import type { HitAnswer } from '../result-table.ts';

/** A value of a record by its dotted field name. */
export function valueAt(hit: HitAnswer, path: string): unknown {
  const source = hit._source ?? {};
  if (path in source) return source[path];
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (at && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined),
      source,
    );
}

/** Whether records can be ordered by values of a type: not by words of a text, places or objects. */
export const isSortable = (type: ValueType): boolean => type !== ValueType.Text && type < ValueType.Array;
