import { indexClosed, type StoredInfo } from '@datasarana/engine';
import { list, type OsCall } from './call.ts';

/** What is named and closed is not looked into, and takes nothing; behind a star it is passed over. */
export function refuseClosed({ params }: OsCall, infos: readonly StoredInfo[]): void {
  const shut = infos.find(({ name, closed }) => closed && list(params.index).includes(name));
  if (shut !== undefined) throw indexClosed({ index: shut.name, index_uuid: shut.uuid });
}
