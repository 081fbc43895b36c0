import type { WriteOperation, WriteRefused, WriteResult } from '@datasarana/engine';
import { filterSource, parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { bodyLines, jsonObject } from '../body.ts';
import { isObject, isTrue, list, type OsCall, type Texts } from '../call.ts';
import { causeOf, statusOf } from '../errors.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { conditionsOf, refusePipeline, statusOfWrite, targetOf, writtenBody } from '../writing.ts';
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

/** Reads the lines of a bulk as actions, in pieces. */
async function* pieces(call: OsCall): AsyncGenerator<readonly Action[]> {
  let piece: Action[] = [];
  let bytes = 0;
  let place = 0;
  let waiting: { readonly kind: Kind; readonly meta: Body } | null = null;
  for await (const line of bodyLines(call.stream())) {
    place++;
    if (waiting === null) {
      const action = metaOf(line, place);
      if (action.kind !== 'delete') {
        waiting = action;
        continue;
      }
      piece.push(actionOf(action.kind, action.meta, '', call));
    } else {
      piece.push(actionOf(waiting.kind, waiting.meta, line, call));
      waiting = null;
      bytes += line.length;
    }
    if (piece.length >= PIECE || bytes >= PIECE_BYTES) {
      yield piece;
      piece = [];
      bytes = 0;
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

async function itemOf(call: OsCall, action: Action, index: string, written: WriteResult | WriteRefused): Promise<Body> {
  if ('error' in written) {
    return {
      [action.kind]: { _index: index, _id: written.id, status: statusOf(written.error), error: causeOf(written.error) },
    };
  }
  const body = await writtenBody(call, index, written);
  return { [action.kind]: { ...body, ...gotPart(action, written), status: statusOfWrite(written) } };
}

/** Stores a piece: the actions of each index together, answered in the order they came. */
async function runPiece(call: OsCall, actions: readonly Action[]): Promise<readonly Body[]> {
  const items: Body[] = new Array(actions.length);
  const byIndex = new Map<string, number[]>();
  for (const [place, action] of actions.entries()) {
    try {
      if (action.name === '') throw incomplete('index is missing');
      if (action.kind === 'update' && action.operation.id === '') throw incomplete('id is missing');
      if (action.kind !== 'delete') refusePipeline(action.pipeline);
      const index = await targetOf(call, action.name, action.requireAlias);
      const known = byIndex.get(index);
      if (known) known.push(place);
      else byIndex.set(index, [place]);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.detail.openSearch?.type === 'action_request_validation_exception') throw error;
      items[place] = await itemOf(call, action, action.name, { id: action.operation.id, error });
    }
  }
  for (const [index, places] of byIndex) {
    const operations = places.flatMap((place) => actions[place]?.operation ?? []);
    const results = await call.documents.write(index, operations, { signal: call.signal });
    for (const [i, place] of places.entries()) {
      const [action, written] = [actions[place], results[i]];
      if (action && written) items[place] = await itemOf(call, action, index, written);
    }
  }
  return items;
}

async function bulk(call: OsCall) {
  const began = performance.now();
  const items: Body[] = [];
  for await (const piece of pieces(call)) items.push(...(await runPiece(call, piece)));
  if (items.length === 0) throw incomplete('no requests added');
  const errors = items.some((item) => Object.values(item).some((each) => isObject(each) && each.error !== undefined));
  return { took: Math.round(performance.now() - began), errors, items };
}

export const bulkRoutes: readonly OsRoute[] = [os('POST PUT', 'write', ['/_bulk', '/:index/_bulk'], bulk)];
