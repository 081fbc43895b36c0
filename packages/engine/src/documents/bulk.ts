import type { StoredIndex } from '../index/definition.ts';
import type { IndexLayout } from '../index/layout.ts';
import { dropOldest } from '../store/drop-oldest.ts';
import { checkId } from './document-id.ts';
import type { DocumentLines } from './document-lines.ts';
import type { DocumentValues } from './document-values.ts';
import type { IndexMapping } from './mapping.ts';
import { refuseBeyondLimits } from './mapping-limits.ts';
import { PRIMARY_TERM, type WriteConditions, type WriteOperation, type WriteResult } from './operation.ts';
import { parseSource } from './parse-source.ts';
import { type Added, type Pending, PendingRun } from './pending.ts';
import { type Prepared, rulesOf, type ShapedRow } from './prepared.ts';
import { type DocumentRules, type ReadDocument, readDocument } from './read-document.ts';
import type { ReadLines } from './read-lines.ts';
import { actionInvalid, documentMissing, type IndexRef, refOf, sourceMissing, versionConflict } from './refusal.ts';
import { type SourceBytes, textOfSource } from './source-bytes.ts';
import { isSourceEnabled, keptOf } from './source-rule.ts';
import { SourceText } from './source-text.ts';
import { type TimestampRule, timestampRuleOf } from './timestamp-rule.ts';
import { inserted, readUpdate, updated } from './update.ts';

/** Version and sequence number of documents that were removed, so that versions go on when one comes back. */
export type Tombstones = Map<string, { readonly version: number; readonly seqNo: number }>;

/** How many removed documents are remembered. */
const REMEMBERED = 10_000;

/** A document as it stands while a bulk is worked through. */
export interface State {
  readonly exists: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly source: string | SourceBytes;
  readonly routing: string | null;
  /** Number of its row in the table; null when the bulk itself made it. */
  readonly stored: number | null;
}

const ABSENT: State = { exists: false, version: 0, seqNo: -1, source: '', routing: null, stored: null };

/** Nobody knows the ids of a run before it is stored. */
const isLeft = (each: Added): boolean => !(each instanceof PendingRun) && each.isLeft;

/** Works a bulk of one index through, one operation after the other, and stores what is left of it at the end. */
export class Bulk {
  readonly #index: IndexRef;
  readonly #states = new Map<string, State>();
  readonly #tombstones: Tombstones;
  readonly #lists: Set<string>;
  readonly #rules: DocumentRules;
  readonly #settings: StoredIndex['settings'];
  readonly #timed: TimestampRule | null;
  readonly #pending: Added[] = [];
  readonly #pendingById = new Map<string, Pending>();
  readonly replaced: number[] = [];
  mapping: IndexMapping;
  seqNo: number;
  removed = 0;

  constructor(layout: IndexLayout, tombstones: Tombstones, seqNo: number) {
    this.#index = refOf(layout);
    this.#tombstones = tombstones;
    this.#lists = new Set(layout.definition.stored?.lists);
    this.#rules = rulesOf(layout);
    this.#settings = layout.definition.stored?.settings ?? {};
    this.#timed = timestampRuleOf(layout);
    this.mapping = layout.definition.stored?.mapping ?? { properties: {}, parameters: {} };
    this.seqNo = seqNo;
  }

  get lists(): readonly string[] {
    return [...this.#lists];
  }

  know(id: string, state: State): void {
    this.#states.set(id, state);
  }

  #state(id: string): State {
    const known = this.#states.get(id);
    if (known) return known;
    const gone = this.#tombstones.get(id);
    return gone ? { ...ABSENT, ...gone } : ABSENT;
  }

  /** What is left to be stored, in the order it was written. */
  get pending(): readonly Added[] {
    return this.#pending.some(isLeft) ? this.#pending.filter((each) => !isLeft(each)) : this.#pending;
  }

  /** New documents, each the row of the block at its place, which were read by the mapping as it is. */
  add(lines: DocumentLines, read: ReadLines): void {
    this.#pending.push(new PendingRun(lines, read, this.seqNo));
    this.seqNo += lines.count;
  }

  /** `place` is the one the operation has among those that were prepared; `made` is the id of a document that was given none. */
  run(operation: WriteOperation, place: number, prepared: Prepared, made: string | null): WriteResult {
    if (operation.kind !== 'delete' && operation.kind !== 'update' && made !== null)
      return this.#add(made, operation, prepared.take(place, this.mapping));
    const id = operation.id ?? '';
    checkId(id);
    const state = this.#state(id);
    if (operation.kind === 'delete') return this.#delete(id, state, operation);
    if (operation.kind === 'update') return this.#update(id, state, operation);
    // what cannot be stored at all is said before what it would stand against
    const read = this.#read(id, operation.source, prepared.take(place, this.mapping));
    if (operation.kind === 'create' && state.exists) {
      throw versionConflict(id, this.#index, `document already exists (current version [${state.version}])`);
    }
    this.#check(id, state, operation);
    return this.#put(id, state, operation.source, operation, read);
  }

  /** A document without an id is new, whatever else there is. */
  #add(
    id: string,
    operation: WriteConditions & { readonly source: string | SourceBytes; readonly routing?: string },
    prepared: ReadDocument | ShapedRow | undefined,
  ): WriteResult {
    const read = this.#read(id, operation.source, prepared);
    if (operation.version === undefined && operation.ifSeqNo === undefined && operation.ifPrimaryTerm === undefined) {
      const seqNo = this.seqNo++;
      const { source, routing = null } = operation;
      this.#pending.push({ id, version: 1, seqNo, routing, source, read: this.#take(read), doc: 0, isLeft: false });
      return { id, result: 'created', version: 1, seqNo };
    }
    this.#check(id, ABSENT, operation);
    return this.#put(id, ABSENT, operation.source, operation, read);
  }

  #read(id: string, source: string | SourceBytes, prepared?: ReadDocument | ShapedRow): ReadDocument | ShapedRow {
    const read = prepared ?? readDocument(this.mapping, parseSource(textOfSource(source)), id, this.#rules);
    this.#timed?.(read);
    if (!('block' in read) && read.mapping !== this.mapping) refuseBeyondLimits(read.mapping, this.#settings);
    return read;
  }

  /** The values of a document that is stored; the mapping grows by what it brought. */
  #take(read: ReadDocument | ShapedRow): DocumentValues | ShapedRow {
    if ('block' in read) return read;
    this.mapping = read.mapping;
    this.#noteLists(read.values);
    return read.values;
  }

  #check(
    id: string,
    state: State,
    { ifSeqNo, ifPrimaryTerm, version, versionType = 'internal' }: WriteConditions,
  ): void {
    if (ifSeqNo !== undefined || ifPrimaryTerm !== undefined) {
      if (!state.exists)
        throw versionConflict(
          id,
          this.#index,
          `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm}]. but no document was found`,
        );
      if (state.seqNo !== ifSeqNo || ifPrimaryTerm !== PRIMARY_TERM) {
        throw versionConflict(
          id,
          this.#index,
          `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm}]. current document has seqNo [${state.seqNo}] and primary term [${PRIMARY_TERM}]`,
        );
      }
    }
    if (version === undefined) return;
    if (versionType === 'internal')
      throw actionInvalid(
        'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
      );
    const behind = versionType === 'external' ? state.version >= version : state.version > version;
    if (state.version > 0 || state.exists ? behind : false) {
      throw versionConflict(
        id,
        this.#index,
        `current version [${state.version}] is higher ${versionType === 'external' ? 'or equal to' : 'than'} the one provided [${version}]`,
      );
    }
  }

  #put(
    id: string,
    state: State,
    source: string | SourceBytes,
    { routing, version: given }: WriteConditions & { readonly routing?: string },
    read: ReadDocument | ShapedRow = this.#read(id, source),
  ): WriteResult {
    const version = given ?? state.version + 1;
    const after: State = { exists: true, version, seqNo: this.seqNo++, source, routing: routing ?? null, stored: null };
    this.#leave(id, state);
    this.#states.set(id, after);
    const { seqNo } = after;
    const pending: Pending = {
      id,
      version,
      seqNo,
      routing: after.routing,
      source,
      read: this.#take(read),
      doc: 0,
      isLeft: false,
    };
    this.#pending.push(pending);
    this.#pendingById.set(id, pending);
    return { id, result: state.exists ? 'updated' : 'created', version, seqNo: after.seqNo };
  }

  /** The row a document has in the table goes, or what the bulk has put in its place. */
  #leave(id: string, state: State): void {
    if (state.stored !== null) this.replaced.push(state.stored);
    const pending = this.#pendingById.get(id);
    if (pending !== undefined) pending.isLeft = true;
  }

  #delete(id: string, state: State, operation: WriteConditions): WriteResult {
    this.#check(id, state, operation);
    const version = operation.version ?? state.version + 1;
    const seqNo = this.seqNo++;
    this.#leave(id, state);
    this.#states.set(id, { ...ABSENT, version, seqNo });
    this.#tombstones.set(id, { version, seqNo });
    dropOldest(this.#tombstones, REMEMBERED);
    return { id, result: state.exists ? 'deleted' : 'not_found', version, seqNo };
  }

  #update(id: string, state: State, operation: Extract<WriteOperation, { kind: 'update' }>): WriteResult {
    const body = readUpdate(operation.body);
    const routed = operation.routing === undefined ? {} : { routing: operation.routing };
    if (!state.exists) {
      const source = inserted(body);
      if (source === null) throw documentMissing(id, this.#index);
      return { ...this.#put(id, state, source, routed), source: new SourceText(source) };
    }
    this.#check(id, state, operation);
    if (!isSourceEnabled(this.mapping)) throw sourceMissing(id, this.#index);
    const before = keptOf(this.mapping, textOfSource(state.source));
    const source = updated(before, body);
    if (source === null) {
      return { id, result: 'noop', version: state.version, seqNo: state.seqNo, source: new SourceText(before) };
    }
    const kept = state.routing === null ? routed : { routing: operation.routing ?? state.routing };
    return { ...this.#put(id, state, source, kept), source: new SourceText(source) };
  }

  #noteLists(values: DocumentValues): void {
    for (const [path, entries] of values) {
      if (entries.length > 1 && !(entries[0] instanceof Map)) this.#lists.add(path);
      for (const entry of entries) if (entry instanceof Map) this.#noteLists(entry);
    }
  }
}
