import type { HitAnswer } from '@datasarana/client';
import { ValueType } from '@datasarana/schema';

/** A field may be called `constructor`, which every object seems to have. */
const isOwn = (at: unknown, key: string): at is Record<string, unknown> =>
  typeof at === 'object' && at !== null && Object.hasOwn(at, key);

/** A value of a record by its dotted field name. */
export function valueAt(hit: HitAnswer, path: string): unknown {
  const source = hit._source ?? {};
  if (Object.hasOwn(source, path)) return source[path];
  return path.split('.').reduce<unknown>((at, key) => (isOwn(at, key) ? at[key] : undefined), source);
}

/** Whether records can be ordered by values of a type: not by words of a text, places or objects. */
export const isSortable = (type: ValueType): boolean => type !== ValueType.Text && type < ValueType.Array;
