import { SourceText, type WriteOperation, type WriteRefused, type WriteResult } from '@datasarana/engine';
import { filterSource, parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { jsonObject } from '../body.ts';
import { isObject, isTrue, list, type OsCall, type Texts } from '../call.ts';
import { causeOf, statusOf } from '../errors.ts';
import { lineBlocks } from '../lines.ts';
import { printJson } from '../print.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { conditionsOf, refusePipeline, statusOfWrite, targetOf, WrittenBodies } from '../writing.ts';
import { sourceFilter } from './documents.ts';

type Body = Readonly<Record<string, unknown>>;
type Kind = WriteOperation['kind'];

/** One action of a bulk with its document. */
interface Action {
  readonly kind: Kind;
  readonly name: string;
  readonly requireAlias: boolean;
  readonly operation: WriteOperation;
  readonly pipeline: string | undefined;
  /** `_source` of an update, as it was asked for. */
  readonly source: unknown;
}

/** Actions of a piece of a bulk that are stored together: enough to be fast, few enough to keep memory flat. */
const PIECE = 5000;
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
  return { kind: kind as Kind, meta };
}

function actionOf(kind: Kind, meta: Body, source: string, call: OsCall): Action {
  const texts: Texts = Object.fromEntries(
    Object.entries({ ...meta, routing: meta.routing ?? meta._routing ?? call.query.routing }).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  );
  const conditions = conditionsOf(texts);
  const id = texts._id ?? null;
  const operation: WriteOperation =
    kind === 'delete'
      ? { kind, id: id ?? '', ...conditions }
      : kind === 'update'
        ? { kind, id: id ?? '', body: source, ...conditions }
        : { kind: meta.op_type === 'create' ? 'create' : kind, id, source, ...conditions };
  return {
    kind: kind === 'index' && meta.op_type === 'create' ? 'create' : kind,
    name: texts._index ?? call.params.index ?? '',
    requireAlias: isTrue(texts.require_alias, isTrue(call.query.require_alias)),
    operation,
    pipeline: texts.pipeline ?? call.query.pipeline,
    source: meta._source ?? (kind === 'update' ? sourceAsked(source) : undefined) ?? sourceInAddress(call.query),
  };
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
  readonly #call: OsCall;
  #last: Action | null = null;

  constructor(line: string, place: number, call: OsCall) {
    const { kind, meta } = metaOf(line, place);
    this.kind = kind;
    this.#meta = meta;
    this.#call = call;
  }

  /** The action with the document of the next line. */
  with(source: string): Action {
    const { operation } = this.#last ?? {};
    if (this.#last !== null && (operation?.kind === 'index' || operation?.kind === 'create')) {
      return { ...this.#last, operation: { ...operation, source } };
    }
    this.#last = actionOf(this.kind, this.#meta, source, this.#call);
    return this.#last;
  }
}

/** Most action lines of a bulk say the same as the one before. */
class ActionLines {
  readonly #call: OsCall;
  #text = '';
  #read: ActionLine | null = null;

  constructor(call: OsCall) {
    this.#call = call;
  }

  read(text: string, place: number): ActionLine {
    if (this.#read === null || text !== this.#text) {
      this.#read = new ActionLine(text, place, this.#call);
      this.#text = text;
    }
    return this.#read;
  }
}

/** Reads the lines of a bulk as actions, in pieces. */
async function* pieces(call: OsCall): AsyncGenerator<readonly Action[]> {
  const actions = new ActionLines(call);
  let piece: Action[] = [];
  let bytes = 0;
  let place = 0;
  let waiting: ActionLine | null = null;
  for await (const lines of lineBlocks(call.stream())) {
    for (const line of lines) {
      place++;
      if (waiting === null) {
        const action = actions.read(line, place);
        if (action.kind !== 'delete') {
          waiting = action;
          continue;
        }
        piece.push(action.with(''));
      } else {
        piece.push(waiting.with(line));
        waiting = null;
        bytes += line.length;
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

/** What `_source` of an update answers beside the write. */
function gotPart(action: Action, written: WriteResult): Body {
  if (action.kind !== 'update' || written.source === undefined || action.source === undefined) return {};
  const filter =
    typeof action.source === 'string'
      ? sourceFilter({ _source: action.source })
      : parseSearch({ _source: action.source }).source;
  if (filter === undefined || filter.kind === 'none') return {};
  const { source, seqNo } = written;
  return {
    get: {
      _seq_no: seqNo,
      _primary_term: 1,
      found: true,
      _source: filter.kind === 'all' ? source : filterSource(source.parsed, filter),
    },
  };
}

/** An item of the answer, and whether it tells of a fault. */
interface Item {
  readonly body: Body | SourceText;
  readonly failed: boolean;
}

function itemOf(bodies: WrittenBodies, action: Action, index: string, written: WriteResult | WriteRefused): Item {
  if ('error' in written) {
    const { id, error } = written;
    const body = { _index: index, _id: id, status: statusOf(error), error: causeOf(error) };
    return { body: { [action.kind]: body }, failed: true };
  }
  if (action.kind !== 'update') return { body: bodies.text(action.kind, written), failed: false };
  const body = { ...bodies.body(written), ...gotPart(action, written), status: statusOfWrite(written) };
  return { body: { [action.kind]: body }, failed: false };
}

/** The index each action of a piece goes to, asked once per name. */
class Targets {
  readonly #call: OsCall;
  readonly #known = new Map<string, Promise<string>>();

  constructor(call: OsCall) {
    this.#call = call;
  }

  of({ name, requireAlias }: Action): Promise<string> {
    const key = `${requireAlias} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const target = targetOf(this.#call, name, requireAlias);
    this.#known.set(key, target);
    return target;
  }
}

/** Places of the actions by the index they go to; what is refused before that stands in `items` already. */
async function sorted(
  call: OsCall,
  actions: readonly Action[],
  items: Item[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const targets = new Targets(call);
  const byIndex = new Map<string, number[]>();
  const bodies = new WrittenBodies(call, '');
  let last = { name: '', requireAlias: false, index: '' };
  for (const [place, action] of actions.entries()) {
    try {
      if (action.name === '') throw incomplete('index is missing');
      if (action.kind === 'update' && action.operation.id === '') throw incomplete('id is missing');
      if (action.kind !== 'delete') refusePipeline(action.pipeline);
      if (last.name !== action.name || last.requireAlias !== action.requireAlias) {
        last = { name: action.name, requireAlias: action.requireAlias, index: await targets.of(action) };
      }
      const known = byIndex.get(last.index);
      if (known) known.push(place);
      else byIndex.set(last.index, [place]);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.detail.openSearch?.type === 'action_request_validation_exception') throw error;
      items[place] = itemOf(bodies, action, action.name, { id: action.operation.id, error });
    }
  }
  return byIndex;
}

/** Stores a piece: the actions of each index together, answered in the order they came. */
async function runPiece(call: OsCall, actions: readonly Action[]): Promise<readonly Item[]> {
  const items: Item[] = new Array(actions.length);
  for (const [index, places] of await sorted(call, actions, items)) {
    const operations = places.flatMap((place) => actions[place]?.operation ?? []);
    const results = await call.documents.write(index, operations, { signal: call.signal });
    const bodies = new WrittenBodies(call, index, await call.documents.info(index));
    for (const [i, place] of places.entries()) {
      const [action, written] = [actions[place], results[i]];
      if (action && written) items[place] = itemOf(bodies, action, index, written);
    }
  }
  return items;
}

/** Parts of the answer `filter_path` cannot mean: then the items need not be written. */
const asksForItems = ({ query }: OsCall): boolean =>
  query.filter_path === undefined ||
  query.filter_path.split(',').some((pattern) => pattern !== 'errors' && pattern !== 'took');

async function bulk(call: OsCall) {
  const began = performance.now();
  const items: Item['body'][] = [];
  const shown = asksForItems(call);
  let count = 0;
  let errors = false;
  for await (const piece of pieces(call)) {
    for (const { body, failed } of await runPiece(call, piece)) {
      count++;
      errors ||= failed;
      if (shown) items.push(body);
    }
  }
  if (count === 0) throw incomplete('no requests added');
  const answer = { took: Math.round(performance.now() - began), errors, items };
  return isTrue(call.query.pretty) ? pretty(answer) : printed(answer);
}

interface Answer {
  readonly took: number;
  readonly errors: boolean;
  readonly items: readonly Item['body'][];
}

const textOf = (body: Item['body']): string => (body instanceof SourceText ? body.text : printJson(body, false));

const printed = ({ took, errors, items }: Answer): SourceText =>
  new SourceText(`{"took":${took},"errors":${errors},"items":[${items.map(textOf).join(',')}]}`);

/** With line ends and spaces, as it was asked for. */
const pretty = (answer: Answer): Body => ({
  ...answer,
  items: answer.items.map((body) => (body instanceof SourceText ? JSON.parse(body.text) : body)),
});

export const bulkRoutes: readonly OsRoute[] = [os('POST PUT', 'write', ['/_bulk', '/:index/_bulk'], bulk)];
