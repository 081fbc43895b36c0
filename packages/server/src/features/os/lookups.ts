import { refuseBlocked } from '@datasarana/engine';
import type { fillLookups } from '@datasarana/query';
import type { OsCall } from './call.ts';
import { refuseStreamName } from './data-streams.ts';
import { shownDocument } from './found-document.ts';
import { ONE_NAME } from './routing.ts';
import { templateDocument } from './template-indexes.ts';

/** Where the values of terms lookups come from: documents and records of the caller's tenant. */
export const sourceFrom =
  (call: OsCall): Parameters<typeof fillLookups>[1] =>
  async ({ index, id }) => {
    const record = await templateDocument(call, index, id);
    if (record !== null) return record.found?.source?.parsed ?? null;
    await refuseStreamName(call, index);
    const [name = index] = await call.documents.resolve(index, ONE_NAME);
    refuseBlocked(name, await call.documents.info(name), 'read');
    const began = performance.now();
    const [found = null] = await call.documents.get(name, [id]);
    call.documents.noteAsked(name, found !== null, performance.now() - began);
    return (await shownDocument(call, name, found))?.source?.parsed ?? null;
  };
