import { dataTemplate } from '@datasarana/schema';
import type { Client } from '../client.ts';
import { changeBody, kindSource, type RecordSource, STAMPS, storedRecord } from './record-source.ts';

/** Counted or kept by the platform with every save (TPL-20, TPL-21). */
const COUNTED = ['version_major', 'version_minor', 'deployed', 'changed', 'version'] as const;

/** How a template is written: an ordinary save, or a deploy (TPL-22). */
export type SaveMode = 'deep' | 'deploy';

/** Templates with their fields; `mode` is asked at the moment of a change. The platform checks fields, so nothing is checked here. */
export function templateSource(client: Client, mode: () => SaveMode): RecordSource {
  return {
    ...kindSource(client, dataTemplate),
    change: async (wanted) => {
      const { data } = await client.call('template.save', { query: { mode: mode() }, body: changeBody(wanted) });
      return storedRecord(data);
    },
    stamps: new Set([...STAMPS, ...COUNTED]),
    lists: new Set(['items']),
    check: () => ({}),
  };
}
