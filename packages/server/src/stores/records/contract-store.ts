import { PlatformError } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { RecordChange, RecordStore } from './port.ts';

/** An adapter under test, on an empty store of its own. */
export interface OpenedStore {
  readonly store: RecordStore;
  /** Statements that reads have taken so far. */
  readonly statements: () => number;
  /** Closes the store and opens it again on the same data; kinds are declared by the caller. */
  readonly reopen: () => Promise<RecordStore>;
  readonly dispose: () => Promise<void>;
  /** Everything at rest, as bytes, after the store is closed. */
  readonly atRest: () => Promise<Buffer>;
}
export type OpenStore = () => Promise<OpenedStore>;

export const scopeOf = (tenant: string, user = 'u'): Scope => ({
  cluster: 'c',
  tenant,
  user,
  roles: ['tenant administrator'],
  groups: [],
  requestId: 'req-1',
});

export const KIND = 'thing';
export const SEARCHABLE = ['txt1', 'txt2', 'list1', 'obj1.txt3', 'status'];

export function declareKinds(store: RecordStore): void {
  store.declareKind(KIND, 'tenant', {
    searchable: SEARCHABLE,
    indexes: [{ path: 'key1', unique: true }, { path: 'list1' }],
  });
  store.declareKind('place', 'tenant');
  store.declareKind('site', 'cluster', { searchable: ['name'] });
}

export const add = (id: string, doc: Readonly<Record<string, unknown>> = {}, kind = KIND): RecordChange => ({
  op: 'add',
  kind,
  id,
  doc,
});

/** Runs `body` on a fresh store. */
export const withStore =
  (open: OpenStore, body: (opened: OpenedStore) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const opened = await open();
    try {
      declareKinds(opened.store);
      await body(opened);
    } finally {
      await opened.dispose();
    }
  };

export const refusedWith =
  (type: 'conflict' | 'not_found') =>
  (error: unknown): boolean =>
    error instanceof PlatformError && error.detail.type === type;
