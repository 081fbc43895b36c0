import { conflict } from '@datasarana/schema';
import type { Scope } from '../access/scope.ts';
import type { RecordStore, StoredRecord } from '../stores/records/port.ts';

export const ALLOW_LIST_KIND = 'cluster.outbound';
const ID = 'outbound';

const ENTRY = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/i;

/** `host:port` as it is kept and compared; null for anything else. */
export function allowEntry(text: string): string | null {
  const [, host, port] = ENTRY.exec(text.trim()) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return `${host.toLowerCase()}:${Number(port)}`;
}

/** Hosts and ports inside its own network that the platform may call; cluster administrators keep the list (SEC-07). */
export class AllowList {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
    records.declareKind(ALLOW_LIST_KIND, 'cluster');
  }

  async read(scope: Scope): Promise<readonly string[]> {
    return entriesOf(await this.#records.get(scope, ALLOW_LIST_KIND, ID));
  }

  /**
   * Puts `allow` in the place of the list.
   * @param was the list that `allow` was made from
   * @throws PlatformError of type `conflict`, with the list, when `was` is given and another one stands (REC-38)
   */
  async write(scope: Scope, allow: readonly string[], was?: readonly string[]): Promise<readonly string[]> {
    const kept = sorted(allow);
    const record = await this.#records.get(scope, ALLOW_LIST_KIND, ID);
    const now = entriesOf(record);
    if (was && sorted(was).join() !== sorted(now).join())
      throw conflict('The list of outbound addresses was changed since it was read', { allow: now });
    const one = { kind: ALLOW_LIST_KIND, id: ID, doc: { allow: kept } };
    await this.#records.write(scope, [
      record ? { op: 'update', ...one, ...(was && { basedOn: record.version }) } : { op: 'add', ...one },
    ]);
    return kept;
  }
}

const sorted = (entries: readonly string[]): readonly string[] => [...new Set(entries)].sort();

function entriesOf(record: StoredRecord | null): readonly string[] {
  const allow = record?.doc.allow;
  return Array.isArray(allow) ? allow.filter((entry) => typeof entry === 'string') : [];
}
