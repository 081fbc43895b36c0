import { SourceText, type WriteRefused, type WriteResult } from '@datasarana/engine';
import { filterSource, parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { type Action, pieces } from '../bulk-actions.ts';
import { isTrue, type OsCall } from '../call.ts';
import { causeOf, statusOf } from '../errors.ts';
import { printJson } from '../print.ts';
import { incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { refusePipeline, statusOfWrite, targetOf, targetOfDelete, WrittenBodies } from '../writing.ts';
import { sourceFilter } from './documents.ts';

type Body = Readonly<Record<string, unknown>>;

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

const makesIndex = ({ kind, operation }: Action): boolean =>
  kind !== 'delete' || operation.versionType?.startsWith('external') === true;

/** The index each action of a piece goes to, asked once per name. */
class Targets {
  readonly #call: OsCall;
  readonly #actions: readonly Action[];
  readonly #known = new Map<string, Promise<string>>();
  #made: ReadonlySet<string> | undefined;

  constructor(call: OsCall, actions: readonly Action[]) {
    this.#call = call;
    this.#actions = actions;
  }

  of(action: Action): Promise<string> {
    const { name, requireAlias } = action;
    const isMade = makesIndex(action) || this.#names().has(name);
    const key = `${requireAlias} ${isMade} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const target = isMade ? targetOf(this.#call, name, requireAlias) : targetOfDelete(this.#call, name);
    this.#known.set(key, target);
    return target;
  }

  /** Indexes that some action would make: they are there for all the others. */
  #names(): ReadonlySet<string> {
    this.#made ??= new Set(this.#actions.filter(makesIndex).map(({ name }) => name));
    return this.#made;
  }
}

/** Places of the actions by the index they go to; what is refused before that stands in `items` already. */
async function sorted(
  call: OsCall,
  actions: readonly Action[],
  items: Item[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const targets = new Targets(call, actions);
  const byIndex = new Map<string, number[]>();
  const bodies = new WrittenBodies(call, '');
  let last = { name: '', requireAlias: false, makes: false, index: '' };
  for (const [place, action] of actions.entries()) {
    try {
      if (action.name === '') throw incomplete('index is missing');
      if (action.kind === 'update' && action.operation.id === '') throw incomplete('id is missing');
      if (action.kind !== 'delete') refusePipeline(action.pipeline);
      const { name, requireAlias } = action;
      const makes = makesIndex(action);
      if (last.name !== name || last.requireAlias !== requireAlias || last.makes !== makes) {
        last = { name, requireAlias, makes, index: await targets.of(action) };
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
