import type { Scope } from '../access/scope.ts';
import type { RecordStore } from '../stores/records/port.ts';

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
    const record = await this.#records.get(scope, ALLOW_LIST_KIND, ID);
    const allow = record?.doc.allow;
    return Array.isArray(allow) ? allow.filter((entry) => typeof entry === 'string') : [];
  }

  /** Puts `allow` in the place of the list. */
  async write(scope: Scope, allow: readonly string[]): Promise<readonly string[]> {
    const kept = [...new Set(allow)].sort();
    const record = await this.#records.get(scope, ALLOW_LIST_KIND, ID);
    const doc = { allow: kept };
    const op = record ? 'update' : 'add';
    await this.#records.write(scope, [{ op, kind: ALLOW_LIST_KIND, id: ID, doc }]);
    return kept;
  }
}
