import { invalid } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { BATCH_KIND, batchOf } from '../data/batch-record.ts';
import type { DeployedTemplate } from '../templates/templates.ts';

/** A source of the type Schema gives its columns and never rows. @throws PlatformError 31/422 */
export function refuseSchema({ type }: Source): void {
  if (type === 'Schema') throw invalid({ type: 'A source of the type Schema gives columns only, no rows' });
}

/**
 * What the type of a source asks of an import (SRC-35): a replica finds what changed by a key, an archive is taken once.
 * `taken` is the batch an archive came in by; one that failed, was cancelled or undone does not count.
 * @throws PlatformError 31/422
 */
export async function refuseByType(
  records: RecordStore,
  scope: Scope,
  { source: { type }, taken }: { readonly source: Source; readonly taken: string | null },
  { template }: DeployedTemplate,
): Promise<void> {
  if (type === 'Replica' && !template.items.some(({ is_key }) => is_key))
    throw invalid({
      template: `A replica finds by a key what changed: choose a template with a key field, '${template.name}' has none.`,
    });
  if (type !== 'Archive' || taken === null) return;
  const record = await records.get(scope, BATCH_KIND, taken);
  const state = record === null ? null : batchOf(record).state;
  if (state !== 'done' && state !== 'running') return;
  throw invalid({
    type: `This archive was taken already, by the batch ${taken}. Undo that batch to take it again, or make a source of the type Data.`,
  });
}
