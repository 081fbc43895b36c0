import { isUtf8 } from 'node:buffer';
import { SourceBytes, type WriteOperation } from '@datasarana/engine';
import { jsonObject } from './body.ts';
import { isObject, isTrue, list, type OsCall, type Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { bodyParts, type Line, linesOf } from './lines.ts';
import { illegal, incomplete } from './refusals.ts';
import { conditionsOf } from './writing.ts';

type Kind = WriteOperation['kind'];

/** What of a call a bulk is read from. */
type BulkCall = Pick<OsCall, 'stream' | 'params' | 'query'>;

/** What actions say beside their documents; many actions of a bulk share it. */
export interface Said {
  readonly kind: Kind;
  readonly name: string;
  readonly requireAlias: boolean;
  readonly pipeline: string | undefined;
  /** `_source` of an update, as it was asked for. */
  readonly source: unknown;
}

/** One action of a bulk with its document. */
export interface Action {
  readonly said: Said;
  readonly operation: WriteOperation;
}

/** Actions of a piece of a bulk that are stored together: enough to be fast, few enough to keep memory flat. */
const PIECE = 20_000;
const PIECE_BYTES = 8 * 1024 * 1024;

const KINDS: readonly string[] = ['index', 'create', 'update', 'delete'];
const KNOWN = new Set([
  '_index',
  '_id',
  '_type',
  'routing',
  '_routing',
  'version',
  'version_type',
  'if_seq_no',
  'if_primary_term',
  'retry_on_conflict',
  'pipeline',
  'require_alias',
  '_source',
  'dynamic_templates',
  'op_type',
]);

/** Names and versions are simple values: an object would become a name nobody meant. */
function refuseHeld(meta: Body, place: number): void {
  for (const [key, value] of Object.entries(meta)) {
    if (typeof value !== 'object' || value === null || key === '_source' || key === 'dynamic_templates') continue;
    const found = Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
    throw illegal(
      `Malformed action/metadata line [${place}], expected a simple value for field [${key}] but found [${found}]`,
    );
  }
}

function metaOf(line: string, place: number): { readonly kind: Kind; readonly meta: Body } {
  let action: unknown;
  try {
    action = JSON.parse(line);
  } catch {
    throw illegal(`Malformed action/metadata line [${place}], expected START_OBJECT but found [VALUE_STRING]`);
  }
  const [kind, meta] = isObject(action) ? (Object.entries(action)[0] ?? []) : [];
  if (kind === undefined)
    throw illegal(`Malformed action/metadata line [${place}], expected FIELD_NAME but found [END_OBJECT]`);
  if (!isObject(meta))
    throw illegal(
      `Malformed action/metadata line [${place}], expected START_OBJECT or END_OBJECT but found [VALUE_STRING]`,
    );
  if (!KINDS.includes(kind))
    throw illegal(
      `Malformed action/metadata line [${place}], expected field [create], [delete], [index] or [update] but found [${kind}]`,
    );
  const unknown = Object.keys(meta).find((key) => !KNOWN.has(key));
  if (unknown !== undefined)
    throw illegal(`Action/metadata line [${place}] contains an unknown parameter [${unknown}]`);
  refuseHeld(meta, place);
  return { kind: kind as Kind, meta };
}

const textOf = (source: string | SourceBytes): string => (typeof source === 'string' ? source : source.text);

const NO_VERSIONING =
  'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead';

/** What names no document, or binds it to a version it cannot have, does nothing of a bulk. */
function refuseUnbound(kind: Kind, { _id: id = '', version, version_type: type, op_type: op }: Texts): void {
  const isCreate = kind === 'create' || op === 'create';
  if ((kind === 'delete' || kind === 'update') && id === '') throw incomplete('id is missing');
  if (version === undefined) return;
  if (kind === 'update')
    throw illegal(
      `Update requests do not support versioning. Please use \`if_seq_no\` and \`if_primary_term\` instead`,
    );
  if (isCreate) throw incomplete('create operations do not support explicit versions. use index instead');
  const faults = [
    ...(id === '' ? ['an id must be provided if version type or value are set'] : []),
    ...((type ?? 'internal') === 'internal' ? [NO_VERSIONING] : []),
  ];
  if (faults.length > 0) throw incomplete(...faults);
}

const NUMBERS = new Set(['version', 'if_seq_no', 'if_primary_term']);

/** Numbers that stand in a line lose their fraction. */
const wholeOf = (value: unknown): unknown => (typeof value === 'number' ? Math.trunc(value) : value);

/** An update that may make its document cannot be bound to a state of it. */
function refuseBoundUpsert(body: string): void {
  if (!body.includes('upsert')) return;
  const { upsert, doc_as_upsert: asUpsert } = jsonObject(body);
  if (isObject(upsert)) throw incomplete("upsert requests don't support `if_seq_no` and `if_primary_term`");
  if (isTrue(String(asUpsert))) throw incomplete('compare and write operations can not be used with upsert');
}

function actionOf(kind: Kind, meta: Body, source: string | SourceBytes, call: BulkCall): Action {
  const texts: Texts = Object.fromEntries(
    Object.entries({ ...meta, routing: meta.routing ?? meta._routing ?? call.query.routing }).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(NUMBERS.has(key) ? wholeOf(value) : value)]],
    ),
  );
  refuseUnbound(kind, texts);
  const id = texts._id ?? null;
  const given = conditionsOf(texts);
  if (kind === 'create' && given.ifSeqNo !== undefined) {
    throw incomplete('create operations do not support compare and set. use index instead');
  }
  // a document of which nobody knows an id is in no state to be compared
  const conditions = kind === 'index' && id === null && given.ifSeqNo !== undefined ? {} : given;
  if (kind === 'update' && conditions.ifSeqNo !== undefined) refuseBoundUpsert(textOf(source));
  const operation: WriteOperation =
    kind === 'delete'
      ? { kind, id: id ?? '', ...conditions }
      : kind === 'update'
        ? { kind, id: id ?? '', body: textOf(source), ...conditions }
        : { kind: meta.op_type === 'create' ? 'create' : kind, id, source, ...conditions };
  const said = {
    kind: kind === 'index' && meta.op_type === 'create' ? 'create' : kind,
    name: texts._index ?? call.params.index ?? '',
    requireAlias: isTrue(texts.require_alias, isTrue(call.query.require_alias)),
    pipeline: texts.pipeline ?? call.query.pipeline,
    source:
      meta._source ?? (kind === 'update' ? sourceAsked(textOf(source)) : undefined) ?? sourceInAddress(call.query),
  };
  return { said, operation };
}

/** An update may say in its body which parts it wants back. */
const sourceAsked = (body: string): unknown => (body.includes('"_source"') ? jsonObject(body)._source : undefined);

function sourceInAddress({ _source, _source_includes: includes, _source_excludes: excludes }: Texts): unknown {
  return includes === undefined && excludes === undefined
    ? _source
    : { includes: list(includes), excludes: list(excludes) };
}

/** What an action's line says. */
class ActionLine {
  readonly kind: Kind;
  readonly #meta: Body;
  readonly #call: BulkCall;
  #last: Action | null = null;

  constructor(line: string, place: number, call: BulkCall) {
    const { kind, meta } = metaOf(line, place);
    this.kind = kind;
    this.#meta = meta;
    this.#call = call;
  }

  /** The id the line gives its document, when it is a text. */
  get id(): string | null {
    return typeof this.#meta._id === 'string' ? this.#meta._id : null;
  }

  /** The action with the document of the next line; `id` when the line said another one. */
  with(source: string | SourceBytes, id: string | null = this.id): Action {
    const last = this.#last;
    if (last !== null && (last.operation.kind === 'index' || last.operation.kind === 'create')) {
      const operation = id === null ? { ...last.operation, source } : { ...last.operation, source, id };
      return { said: last.said, operation };
    }
    this.#last = actionOf(this.kind, id === this.id ? this.#meta : { ...this.#meta, _id: id }, source, this.#call);
    return this.#last;
  }
}

/** An action's line up to its id and behind it: lines that differ in nothing else need not be parsed. */
interface Frame {
  readonly line: ActionLine;
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
}

const PROBE = '~probe~';

/** Null when the id does not stand in the line as it is, once. */
function frameOf(line: ActionLine, text: string): Frame | null {
  const { id } = line;
  if (id === null || line.kind === 'delete' || line.kind === 'update') return null;
  const [before, behind, ...more] = text.split(`"${id}"`);
  if (before === undefined || behind === undefined || more.length > 0) return null;
  // another place than that of the id would change something else
  const probed: unknown = JSON.parse(`${before}"${PROBE}"${behind}`);
  const meta: unknown = Object.values(Object(probed))[0];
  if (!isObject(meta) || meta._id !== PROBE) return null;
  return { line, before: Buffer.from(`${before}"`), behind: Buffer.from(`"${behind}`) };
}

const standsAt = (part: Uint8Array, at: number, bytes: Uint8Array): boolean => {
  for (let i = 0; i < bytes.length; i++) if (part[at + i] !== bytes[i]) return false;
  return true;
};

/** Printable ASCII without quotes and escapes. */
function isPlain(part: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = part[i] ?? 0;
    if (byte < 32 || byte > 126 || byte === 34 || byte === 92) return false;
  }
  return true;
}

/** An action's line with the id it gives. */
interface ReadAction {
  readonly line: ActionLine;
  readonly id: string | null;
}

/** Most action lines of a bulk say the same as the one before, or differ from it in the id alone. */
class ActionLines {
  readonly #call: BulkCall;
  #bytes: Uint8Array = new Uint8Array();
  #read: ReadAction | null = null;
  #frame: Frame | null = null;

  constructor(call: BulkCall) {
    this.#call = call;
  }

  read(part: Buffer, { from, to }: Line, place: number): ReadAction {
    const { length } = this.#bytes;
    if (this.#read !== null && to - from === length && standsAt(part, from, this.#bytes)) return this.#read;
    const id = this.#framed(part, from, to);
    if (id !== null && this.#frame !== null) return { line: this.#frame.line, id };
    const text = part.toString('utf8', from, to).trim();
    const line = new ActionLine(text, place, this.#call);
    this.#bytes = part.subarray(from, to);
    this.#frame = frameOf(line, text);
    this.#read = { line, id: line.id };
    return this.#read;
  }

  /** The id of a line that differs from the last one that was parsed in nothing else. */
  #framed(part: Buffer, from: number, to: number): string | null {
    if (this.#frame === null) return null;
    const { before, behind } = this.#frame;
    const [start, end] = [from + before.length, to - behind.length];
    if (end <= start || !standsAt(part, from, before) || !standsAt(part, end, behind)) return null;
    return isPlain(part, start, end) ? part.toString('latin1', start, end) : null;
  }
}

/** Reads the lines of a bulk as actions, in pieces. */
export async function* pieces(call: BulkCall): AsyncGenerator<readonly Action[]> {
  const actions = new ActionLines(call);
  let piece: Action[] = [];
  let bytes = 0;
  let place = 0;
  let waiting: ReadAction | null = null;
  for await (const part of bodyParts(call.stream())) {
    const isText = isUtf8(part);
    for (const line of linesOf(part)) {
      const source = isText && line.isObject ? new SourceBytes(part, line.from, line.to) : textAt(part, line);
      if (source === '') continue;
      place++;
      if (waiting === null) {
        const action = actions.read(part, line, place);
        if (action.line.kind !== 'delete') {
          waiting = action;
          continue;
        }
        piece.push(action.line.with('', action.id));
      } else {
        piece.push(waiting.line.with(source, waiting.id));
        waiting = null;
        bytes += line.to - line.from;
      }
      if (piece.length >= PIECE || bytes >= PIECE_BYTES) {
        yield piece;
        piece = [];
        bytes = 0;
      }
    }
  }
  if (waiting !== null) throw illegal(`The bulk request must be terminated by a newline [\\n]`);
  if (piece.length > 0) yield piece;
}

const textAt = (part: Buffer, { from, to }: Line): string => part.toString('utf8', from, to).trim();
