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

/** Values of a field of objects under Nested: those of all objects, in their order. */
export const valuesAt = (hit: HitAnswer, path: string): readonly unknown[] => within(hit._source, path);

function within(at: unknown, path: string): readonly unknown[] {
  if (Array.isArray(at)) return at.flatMap((one) => within(one, path));
  if (path === '') return at === undefined || at === null ? [] : [at];
  if (isOwn(at, path)) return within(at[path], '');
  const [key = '', ...deeper] = path.split('.');
  return isOwn(at, key) ? within(at[key], deeper.join('.')) : [];
}

/** Whether records can be ordered by values of a type: not by words of a text, places or objects. */
export const isSortable = (type: ValueType): boolean => type !== ValueType.Text && type < ValueType.Array;
