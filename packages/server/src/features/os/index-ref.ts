import { type IndexRef, indexClosed, type StoredInfo } from '@datasarana/engine';
import { isTrue, type OsCall } from './call.ts';

/** An index as refusals name it; one of a template has no id of its own. */
export async function indexRef({ documents }: Pick<OsCall, 'documents'>, index: string): Promise<IndexRef> {
  const known = (await documents.list()).find(({ name }) => name === index);
  return { index, index_uuid: known?.uuid ?? '_na_' };
}

/**
 * Of the indexes an address means those that are open; a star means no others.
 * @throws PlatformError for one that is named and closed, unless what is unavailable is to be ignored
 */
export function openOnly({ query }: OsCall, infos: readonly StoredInfo[]): readonly StoredInfo[] {
  const shut = infos.find(({ closed }) => closed);
  if (shut !== undefined && !isTrue(query.ignore_unavailable))
    throw indexClosed({ index: shut.name, index_uuid: shut.uuid });
  return infos.filter(({ closed }) => !closed);
}
