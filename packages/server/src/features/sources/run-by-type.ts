import { invalid } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import type { BatchState } from '../data/batch-record.ts';
import type { DeployedTemplate } from '../templates/templates.ts';

/** A source of the type Schema gives its columns and never rows. @throws PlatformError 31/422 */
export function refuseSchema({ type }: Source): void {
  if (type === 'Schema') throw invalid({ type: 'A source of the type Schema gives columns only, no rows' });
}

/**
 * What the type of a source asks of an import (SRC-35): a replica finds what changed by a key, an archive is taken once.
 * `taken` is the batch an archive came in by and what became of it: one that failed, was cancelled or undone does not count.
 * @throws PlatformError 31/422
 */
export function refuseByType(
  { type }: Source,
  taken: { readonly batch: string; readonly state: BatchState } | null,
  { template }: DeployedTemplate,
): void {
  if (type === 'Replica' && !template.items.some(({ is_key }) => is_key))
    throw invalid({
      template: `A replica finds by a key what changed: choose a template with a key field, '${template.name}' has none.`,
    });
  if (type !== 'Archive' || (taken?.state !== 'done' && taken?.state !== 'running')) return;
  throw invalid({
    type: `This archive was taken already, by the batch ${taken.batch}. Undo that batch to take it again, or make a source of the type Data.`,
  });
}
