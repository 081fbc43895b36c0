import type { Scope } from '../../access/scope.ts';
import type { Services } from '../../services.ts';
import { BATCH_KIND } from '../data/batch-record.ts';
import { everyTenant } from '../records/every-tenant.ts';
import { TEMPLATE_KIND } from './template.ts';

type Stores = Pick<Services, 'records' | 'search'>;

/** Whether no row ever came into a template, rejected ones included, and no record stands in it. */
export async function holdsNothing({ records, search }: Stores, scope: Scope, id: string): Promise<boolean> {
  if ((await records.count(scope, BATCH_KIND, { where: { template: id } })) > 0) return false;
  return !(await search.definition(scope, id)) || (await search.stats(scope, id)).documents === 0;
}

/** Longer than somebody leaves a dry run open and comes back to it: sessions end before. */
const UNUSED_FOR = 3 * 86_400_000;

/** Removes templates that were made for a dry run nobody came back to, in all tenants; answers how many. */
export async function removeUnusedTemplates(services: Services): Promise<number> {
  const { records, config, clock } = services;
  const provisional = { keys: [], keyword: '', where: { provisional: true }, from: 0, to: 10_000 };
  let removed = 0;
  for (const scope of await everyTenant(records, config.clusterId)) {
    const made = await records.search(scope, TEMPLATE_KIND, provisional);
    for (const { id, ts_modified } of made.records) {
      if (clock() - ts_modified <= UNUSED_FOR || !(await holdsNothing(services, scope, id))) continue;
      await records.write(scope, [{ op: 'remove', kind: TEMPLATE_KIND, id }]);
      removed++;
    }
  }
  return removed;
}
