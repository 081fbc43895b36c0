import type { IndexDefinition } from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';

/** Of a template that was deployed, whose index somebody removed since: calls that read and calls that write are refused alike. */
export const noIndex = (): PlatformError =>
  new PlatformError('The index of this template was removed, so it holds no data and takes none.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Create it again: PUT /api/schema/data/template/index with the id of the template.',
  });

/** Of a template whose rows are kept without a search index, or whose index is still being filled (TPL-36). */
export const noSearchIndex = (keeper: 'archive' | 'topic'): PlatformError =>
  new PlatformError(
    `This template has no search index: its rows are kept in the ${keeper} and cannot be searched, shown or changed one by one.`,
    {
      code: ReplyCode.Failed,
      type: 'conflict',
      http: 409,
      data: { kept_in: keeper },
      hint: `Switch search_index on in the template's configuration and deploy it: the index is then filled from the ${keeper}, which Index and stream shows.`,
    },
  );

/**
 * The definition of an index that can be searched.
 * @throws PlatformError 31/409 when it was removed, or when the template has none
 */
export function searchable(definition: IndexDefinition | null): IndexDefinition {
  if (!definition) throw noIndex();
  if (definition.transit) throw noSearchIndex(definition.transit);
  return definition;
}
