import type { PlatformErrorDetail } from '@datasarana/schema';
import type { RecordSearch, StoredRecord } from '../port.ts';
import type { Kind } from './kinds.ts';
import type { IndexWish } from './list-index.ts';

/** Whose call it is, as far as the threads need it. */
export interface Space {
  readonly cluster: string;
  readonly tenant: string;
}

interface RecordOnly<Op extends string> {
  readonly op: Op;
  readonly kind: string;
  readonly id: string;
}

interface EdgeChange<Op extends string> {
  readonly op: Op;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly props: string;
}

export type WireChange =
  | { readonly op: 'add'; readonly kind: string; readonly id: string; readonly doc: string; readonly status: string }
  | {
      readonly op: 'update';
      readonly kind: string;
      readonly id: string;
      readonly doc: string;
      readonly status: string | null;
      readonly basedOn: number | null;
      readonly basedOnModified: number | null;
    }
  | RecordOnly<'remove'>
  | RecordOnly<'restore'>
  | RecordOnly<'erase'>
  | EdgeChange<'link'>
  | EdgeChange<'unlink'>;

export interface WriteRequest {
  readonly space: Space;
  readonly user: string;
  readonly requestId: string;
  readonly token?: string;
  readonly changes: readonly WireChange[];
}

/** A stored record with its document still as JSON text; its kind and realm are those that were asked for. */
export interface RawRecord extends Omit<StoredRecord, 'kind' | 'cluster' | 'tenant' | 'doc'> {
  readonly doc: string;
}

/** An error crossing threads: `current` is the record of a conflict, `detail` null for what the caller may not read. */
export interface WireError {
  readonly message: string;
  readonly stack: string;
  readonly detail: PlatformErrorDetail | null;
  readonly current: { readonly kind: string; readonly record: RawRecord } | null;
}

export type Outcome<T> = { readonly value: T } | { readonly error: WireError };

export type WriterMessage =
  | { readonly type: 'declare'; readonly kind: Kind }
  | { readonly type: 'write'; readonly now: number; readonly requests: readonly WriteRequest[] }
  | { readonly type: 'arrange'; readonly wish: IndexWish }
  | { readonly type: 'close' };

export type WriterReply =
  | { readonly type: 'ready'; readonly error: WireError | null }
  | { readonly type: 'declared'; readonly outcome: Outcome<void> }
  | { readonly type: 'written'; readonly outcomes: readonly Outcome<readonly (RawRecord | null)[]>[] }
  | { readonly type: 'arranged'; readonly name: string; readonly outcome: Outcome<void> }
  | { readonly type: 'closed' };

export interface SearchQuestion {
  readonly space: Space;
  readonly kind: Kind;
  readonly search: RecordSearch;
  /** Only the total is wanted. */
  readonly countOnly: boolean;
}

export interface SearchAnswer {
  readonly records: readonly RawRecord[];
  readonly total: number;
  readonly counted: boolean;
  /** What would have answered this search sooner. */
  readonly wish: IndexWish | null;
}

export type ReaderMessage =
  | { readonly type: 'search'; readonly id: number; readonly question: SearchQuestion }
  | { readonly type: 'close' };

export type ReaderReply =
  | {
      readonly type: 'found';
      readonly id: number;
      readonly outcome: Outcome<SearchAnswer>;
      readonly statements: number;
    }
  | { readonly type: 'closed' };
