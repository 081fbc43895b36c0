import { isObjectValue, type Value } from '../../documents/json.ts';
import { mappedField } from '../mapped-field.ts';
import type { IndexLayout } from '../../index/layout.ts';

/** Whether hits of an index may show their documents: a mapping may say no to that, though they are kept. */
export function showsSource({ definition }: Pick<IndexLayout, 'definition'>): boolean {
  const given = (definition.stored?.mapping.parameters._source ?? null) as Value;
  return !isObjectValue(given) || (given.enabled !== false && given.enabled !== 'false');
}

/** Whether the values of a field may be shown: those of stored fields may in any case. */
export function showsField(layout: Pick<IndexLayout, 'definition'>, path: string): boolean {
  if (showsSource(layout)) return true;
  const store = mappedField(layout, path)?.parameters.store;
  return store === true || store === 'true';
}
