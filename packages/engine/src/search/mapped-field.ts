import { type FieldMapping, searchedMapping } from '../documents/mapping.ts';
import type { IndexLayout } from '../index/layout.ts';
import { isRangeType } from '../index/range-types.ts';

/** How a field was mapped that a search names; null when it was not, or the index has no mapping of its own. */
export const mappedField = ({ definition }: Pick<IndexLayout, 'definition'>, path: string): FieldMapping | null =>
  definition.stored === undefined ? null : searchedMapping(definition.stored.mapping, path);

const isOn = (parameter: unknown): boolean => parameter === true || parameter === 'true';

/** Whether a field's mapping says `store`. */
export const isStored = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  isOn(mappedField(layout, path)?.parameters.store);

/** Whether a field was mapped to hold bytes. */
export const isBinary = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  mappedField(layout, path)?.type === 'binary';

const isOff = (parameter: unknown): boolean => parameter === false || parameter === 'false';

/** Types of texts, which have no `doc_values` to be looked for in. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'match_only_text', 'search_as_you_type']);

const isPlace = (type: string): boolean => type === 'geo_point' || type === 'geo_shape';

/** Whether the values of a field stand in its documents alone, so that no document is known to have any. */
export function isUnseen(layout: Pick<IndexLayout, 'definition'>, path: string): boolean {
  const field = mappedField(layout, path);
  if (field === null || isPlace(field.type)) return false;
  const { index, doc_values: values, store } = field.parameters;
  if (field.type === 'binary') return !isOn(store) && !isOn(values);
  return isOff(index) && (TEXTS.has(field.type) || isOff(values));
}

/** Why no value is looked for in a field, in OpenSearch's words; null where one is. */
export function whyUnsearchable(layout: Pick<IndexLayout, 'definition'>, path: string): string | null {
  const field = mappedField(layout, path);
  if (field === null || isPlace(field.type) || !isOff(field.parameters.index)) return null;
  if (TEXTS.has(field.type) || isRangeType(field.type))
    return `Cannot search on field [${path}] since it is not indexed.`;
  if (!isOff(field.parameters.doc_values)) return null;
  return `Cannot search on field [${path}] since it is both not indexed, and does not have doc_values enabled.`;
}

/** Whether words of a text field may be counted and ordered by (`fielddata`). */
export function hasFieldData(layout: Pick<IndexLayout, 'definition' | 'fields'>, path: string): boolean {
  return layout.fields.get(path)?.type === 'text' && isOn(mappedField(layout, path)?.parameters.fielddata);
}

/** Whether a field's mapping says that nothing is to be looked up in it: what it is asked for then scores alike. */
export function isUnindexed(layout: Pick<IndexLayout, 'definition'>, path: string): boolean {
  return isOff(mappedField(layout, path)?.parameters.index);
}

/** Whether a field says which document it is, which is asked for as a whole. */
export const isOfDocument = ({ path }: { readonly path: string }): boolean => path === '_id' || path === '_index';

/** Whether words of a field score alike, however rare and frequent they are. */
export const isMatchOnly = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  mappedField(layout, path)?.type === 'match_only_text';

/** Whether a field has one value for all documents: no document is found by it sooner than another. */
export const isConstant = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  mappedField(layout, path)?.type === 'constant_keyword';
