import type { Services } from '../../services.ts';
import type { RecordSearch, RecordStore } from '../../stores/records/port.ts';
import { toRec } from '../../stores/records/told-record.ts';
import { answerOfRead, type Listed } from './answers.ts';
import type { RecordService } from './record-service.ts';
import type { Doc } from './record-shape.ts';
import { resolveReferences } from './references.ts';
import { narrow } from './search-body.ts';
import { cutToSight, narrowToReach, type Sight } from './visibility.ts';

export interface RecordDeps {
  readonly store: RecordStore;
  readonly service: RecordService;
  readonly services: Services;
}

/** API-12: one record, or code 34. */
export async function readOne(
  { store, service }: RecordDeps,
  kind: string,
  sight: Sight,
  id: string,
  options: { readonly references?: boolean; readonly removed?: boolean } = {},
): Promise<unknown> {
  const record = await service.read(kind, sight, id, options.removed);
  if (!record) return answerOfRead(null);
  const [rec] = await shown(store, kind, sight, [toRec(record)], options.references);
  return answerOfRead(rec ?? null);
}

/** API-08: a page of records with the number of all matches. */
export async function listRecords(
  { store }: RecordDeps,
  kind: string,
  sight: Sight,
  search: RecordSearch,
  references = false,
): Promise<Listed> {
  const reached = await narrowToReach(store, kind, sight);
  const { records, total, counted } = await store.search(sight.scope, kind, {
    ...search,
    ...(reached && narrow({ ...search }, reached)),
  });
  return { records: await shown(store, kind, sight, records.map(toRec), references), total, counted };
}

/** API-09. */
export async function countRecords(
  { store }: RecordDeps,
  kind: string,
  sight: Sight,
  search: RecordSearch,
): Promise<{ readonly count: number }> {
  const reached = await narrowToReach(store, kind, sight);
  return { count: await store.count(sight.scope, kind, { ...search, ...(reached && narrow({ ...search }, reached)) }) };
}

async function shown(
  store: RecordStore,
  kind: string,
  sight: Sight,
  recs: readonly Doc[],
  references = false,
): Promise<readonly Doc[]> {
  const whole = references && recs.length > 0 ? await resolveReferences(store, sight.scope, kind, recs) : recs;
  return whole.map((rec) => cutToSight(kind, sight, rec));
}
