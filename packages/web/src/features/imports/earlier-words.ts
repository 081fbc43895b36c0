import type { BatchAnswer } from '@datasarana/client';
import { formatCount } from '../../records/format.ts';

type Earlier = NonNullable<BatchAnswer['earlier']>;

/** When the same file was loaded before, by whom, and what loading it again does; `added` of its rows would be new records. */
export function sayEarlier({ user_name, file }: Earlier, when: string, added: number): string {
  const as = file === null || file === '' ? '' : ` as ${file}`;
  const loaded = `This very file was loaded into this template on ${when} by ${user_name}${as}.`;
  if (added === 0) return `${loaded} Nothing would be there twice.`;
  const rows = added === 1 ? '1 row' : `${formatCount(added)} rows`;
  return `${loaded} Loading it again adds ${rows} to those that are there.`;
}
