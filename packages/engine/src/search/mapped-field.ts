import { type FieldMapping, searchedMapping } from '../documents/mapping.ts';
import type { IndexLayout } from '../index/layout.ts';

/** How a field was mapped that a search names; null when it was not, or the index has no mapping of its own. */
export const mappedField = ({ definition }: Pick<IndexLayout, 'definition'>, path: string): FieldMapping | null =>
  definition.stored === undefined ? null : searchedMapping(definition.stored.mapping, path);

/** Whether a field's mapping says `store`. */
export function isStored(layout: Pick<IndexLayout, 'definition'>, path: string): boolean {
  const store = mappedField(layout, path)?.parameters.store;
  return store === true || store === 'true';
}

/** Whether words of a text field may be counted and ordered by (`fielddata`). */
export function hasFieldData(layout: Pick<IndexLayout, 'definition' | 'fields'>, path: string): boolean {
  const given = mappedField(layout, path)?.parameters.fielddata;
  return layout.fields.get(path)?.type === 'text' && (given === true || given === 'true');
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
