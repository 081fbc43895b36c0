import type { Scope } from '../../access/scope.ts';
import type { Services } from '../../services.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { BATCH_KIND } from '../data/batch-record.ts';
import { everyTenant } from '../records/every-tenant.ts';
import { RESTORABLE } from '../records/record-service.ts';
import { TEMPLATE_KIND, VERSION_KIND } from './template.ts';

type Stores = Pick<Services, 'records' | 'search' | 'stream' | 'archive'>;

const AT_ONCE = 500;

/** Takes a template away with its index, topic, versions and batches; its own record goes last (REC-39). */
export async function eraseTemplate(
  { records, search, stream, archive }: Stores,
  scope: Scope,
  id: string,
): Promise<void> {
  if (await search.definition(scope, id)) await search.removeIndex(scope, id);
  await stream.removeTopic(scope, id);
  await archive.remove(scope, id);
  for (const kind of [VERSION_KIND, BATCH_KIND]) await eraseOf(records, scope, kind, id);
  await records.write(scope, [{ op: 'erase', kind: TEMPLATE_KIND, id }]);
}

async function eraseOf(records: RecordStore, scope: Scope, kind: string, template: string): Promise<void> {
  const page = { keys: [], keyword: '', where: { template }, from: 0, to: AT_ONCE };
  for (;;) {
    const { records: found } = await records.search(scope, kind, page);
    if (found.length === 0) return;
    await records.write(
      scope,
      found.map(({ id }) => ({ op: 'erase', kind, id })),
    );
  }
}

/** Templates removed more than 30 days ago, in all tenants; answers how many were erased. */
export async function eraseExpiredTemplates(services: Services): Promise<number> {
  const { records, config, clock } = services;
  const all = { keys: [], keyword: '', from: 0, to: 10_000 };
  let erased = 0;
  for (const scope of await everyTenant(records, config.clusterId)) {
    const removed = await records.search(scope, TEMPLATE_KIND, { ...all, removed: 'only' });
    const due = removed.records.filter(({ ts_removed }) => ts_removed !== null && clock() - ts_removed > RESTORABLE);
    for (const { id } of due) await eraseTemplate(services, scope, id);
    erased += due.length;
  }
  return erased;
}
