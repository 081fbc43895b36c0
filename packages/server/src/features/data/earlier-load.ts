import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { BATCH_KIND, type BatchDoc, batchOf, beganOf } from './batch-record.ts';

/** A batch of the same body into the same template, which is stored or about to be. */
export interface EarlierLoad {
  readonly batch: string;
  /** Epoch ms of its first byte. */
  readonly ts: number;
  readonly user_name: string;
  readonly file: string | null;
}

/** A body that is sent: whose rows would be there twice. */
interface Body {
  readonly template: string;
  /** Null while that is not known: then nothing is found. */
  readonly sha256: string | null | undefined;
  /** The batch it became. */
  readonly batch?: string;
}

const LOOKED_AT = 10;

/** Of one whose rows were all refused nothing is there. */
const hasRows = ({ state, read, rejected }: BatchDoc): boolean => state === 'running' || read > rejected;

/** The latest batch before this one with the same body; null where there is none, or it was undone. */
export async function earlierLoad(
  records: Pick<RecordStore, 'search'>,
  scope: Scope,
  { template, sha256, batch }: Body,
): Promise<EarlierLoad | null> {
  if (!sha256) return null;
  const { records: found } = await records.search(scope, BATCH_KIND, {
    keys: [],
    keyword: '',
    where: { sha256, template, state: ['done', 'running'] },
    sort: [{ field: 'ts', order: 'desc' }],
    from: 0,
    to: LOOKED_AT,
    total: 'bounded',
  });
  const earlier = found.find((record) => record.id !== batch && hasRows(batchOf(record)));
  if (!earlier) return null;
  const doc = batchOf(earlier);
  return { batch: earlier.id, ts: beganOf(doc, earlier.ts), user_name: doc.user_name, file: doc.file };
}
