import { isObjectValue, type Value } from '../../documents/json.ts';
import type { IndexLayout } from '../../index/layout.ts';
import { isStored } from '../mapped-field.ts';

/** Whether hits of an index may show their documents: a mapping may say no to that, though they are kept. */
export function showsSource({ definition }: Pick<IndexLayout, 'definition'>): boolean {
  const given = (definition.stored?.mapping.parameters._source ?? null) as Value;
  return !isObjectValue(given) || (given.enabled !== false && given.enabled !== 'false');
}

/** Whether the values of a field may be shown: those of stored fields may in any case. */
export const showsField = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  showsSource(layout) || isStored(layout, path);
