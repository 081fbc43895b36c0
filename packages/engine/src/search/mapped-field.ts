import { type FieldMapping, searchedMapping } from '../documents/mapping.ts';
import type { IndexLayout } from '../index/layout.ts';

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

/** Whether the bytes of a field stand in its documents alone, so that no document is known to have any. */
export function isUnseen(layout: Pick<IndexLayout, 'definition'>, path: string): boolean {
  const field = mappedField(layout, path);
  return field?.type === 'binary' && !isOn(field.parameters.store) && !isOn(field.parameters.doc_values);
}

/** Whether words of a text field may be counted and ordered by (`fielddata`). */
export function hasFieldData(layout: Pick<IndexLayout, 'definition' | 'fields'>, path: string): boolean {
  return layout.fields.get(path)?.type === 'text' && isOn(mappedField(layout, path)?.parameters.fielddata);
}

/** Whether a field's mapping says that nothing is to be looked up in it: what it is asked for then scores alike. */
export function isUnindexed(layout: Pick<IndexLayout, 'definition'>, path: string): boolean {
  const index = mappedField(layout, path)?.parameters.index;
  return index === false || index === 'false';
}

/** Whether a field says which document it is, which is asked for as a whole. */
export const isOfDocument = ({ path }: { readonly path: string }): boolean => path === '_id' || path === '_index';

/** Whether words of a field score alike, however rare and frequent they are. */
export const isMatchOnly = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  mappedField(layout, path)?.type === 'match_only_text';

/** Whether a field has one value for all documents: no document is found by it sooner than another. */
export const isConstant = (layout: Pick<IndexLayout, 'definition'>, path: string): boolean =>
  mappedField(layout, path)?.type === 'constant_keyword';
