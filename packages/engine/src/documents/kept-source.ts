import { filterSource } from '@datasarana/query';
import { keepDigits } from './keep-digits.ts';
import type { IndexMapping } from './mapping.ts';

/** The text of a document less what `includes` and `excludes` of `_source` in its mapping leave out. */
export function keptSource({ parameters }: Pick<IndexMapping, 'parameters'>, text: string): string {
  const { includes, excludes } = Object(parameters._source);
  const filter = { kind: 'fields', includes: patternsOf(includes), excludes: patternsOf(excludes) } as const;
  if (filter.includes.length + filter.excludes.length === 0) return text;
  return JSON.stringify(filterSource(JSON.parse(text, keepDigits), filter));
}

const patternsOf = (value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : [value].flat().map(String);
