import type { WriteOperation } from '@datasarana/engine';
import { jsonObject } from './body.ts';
import { isObject, isTrue, list, type OsCall, type Texts } from './call.ts';
import { lineBlocks } from './lines.ts';
import { illegal } from './refusals.ts';
import { conditionsOf } from './writing.ts';

type Body = Readonly<Record<string, unknown>>;
type Kind = WriteOperation['kind'];

/** One action of a bulk with its document. */
export interface Action {
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
export async function* pieces(call: OsCall): AsyncGenerator<readonly Action[]> {
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
