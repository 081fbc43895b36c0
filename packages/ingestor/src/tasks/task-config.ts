import { createHash } from 'node:crypto';
import type { LocalConfig } from '@datasarana/schema';
import { MASKED_PASSWORD } from './password.ts';
import type { HeldSource, HeldTask } from './task.ts';

const sourcesTold = (sources: readonly HeldSource[]): LocalConfig['sources'] =>
  sources.map(({ source, settings }) => ({
    ...source,
    ...(source.db && { db: { ...source.db, ...(source.db.pwd !== undefined && { pwd: MASKED_PASSWORD }) } }),
    task: settings,
  }));

/** Changes with the definition of a task, and with nothing else (REC-38). */
export const versionOf = ({ sources }: HeldTask): string =>
  createHash('sha256')
    .update(JSON.stringify(sourcesTold(sources)))
    .digest('hex');

/** The source as it is to be compared with the platform's (ING-17): passwords are masked. */
export function configReply({
  task,
  sources,
}: {
  readonly task: HeldTask;
  readonly sources: readonly HeldSource[];
}): LocalConfig {
  return {
    id: task.id,
    template: { id: task.template.id, name: task.template.name },
    version: versionOf(task),
    sources: sourcesTold(sources),
  };
}
