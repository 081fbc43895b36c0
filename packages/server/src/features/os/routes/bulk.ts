import {
  AddedDocuments,
  dateMathName,
  SourceText,
  turnOfWrite,
  type WriteOperation,
  type WriteRefused,
  type WriteResult,
} from '@datasarana/engine';
import { filterSource } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { leaving } from '../../../access/still-live.ts';
import type { Action, Said } from '../bulk-action.ts';
import { ActionRun, pieces } from '../bulk-pieces.ts';
import { isTrue, type OsCall } from '../call.ts';
import { refuseWriteAs, type StreamRole, streamRole } from '../data-streams.ts';
import { causeOf, statusOf } from '../errors.ts';
import { JsonBytes } from '../json-bytes.ts';
import type { Body } from '../json-object.ts';
import { printJson } from '../print.ts';
import { incomplete, unparsed } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { type RoutingRule, routedBy, routingRule, withRouting } from '../routing.ts';
import {
  refuseOwnPipelines,
  refusePipeline,
  statusOfWrite,
  targetOf,
  targetOfDelete,
  WrittenBodies,
} from '../writing.ts';

/** What `_source` of an update answers beside the write. */
function gotPart(action: Action, written: WriteResult): Body {
  const filter = action.said.source;
  if (written.source === undefined || filter === undefined || filter.kind === 'none') return {};
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

type Written = WriteResult | WriteRefused;

/** What became of the actions of a piece, each at its place, and what writes the answers of the index it went to. */
interface Outcomes {
  readonly written: (Written | undefined)[];
  readonly bodies: (WrittenBodies | undefined)[];
}

function itemOf(action: Action, written: Written, bodies: WrittenBodies): Body {
  const { kind } = action.said;
  if ('error' in written) {
    const { id, error } = written;
    return { [kind]: { _index: bodies.index, _id: id, status: statusOf(error), error: causeOf(error) } };
  }
  const got = kind === 'update' ? gotPart(action, written) : {};
  return { [kind]: { ...bodies.body(written), ...got, status: statusOfWrite(written) } };
}

function writeItem(out: JsonBytes, action: Action, written: Written, bodies: WrittenBodies): void {
  const { kind } = action.said;
  if (kind === 'update' || 'error' in written) out.text(printJson(itemOf(action, written, bodies), false));
  else bodies.write(out, kind, written);
}

const makesIndex = ({ said, operation }: Action): boolean =>
  said.kind !== 'delete' || operation.versionType?.startsWith('external') === true;

/** The index each action of a piece goes to, asked once per name. */
class Targets {
  readonly #call: OsCall;
  readonly #actions: readonly Action[];
  readonly #known = new Map<string, Promise<string>>();
  readonly #roles = new Map<string, Promise<StreamRole | null>>();
  readonly #pipelines = new Map<string, Promise<void>>();
  readonly #routings = new Map<string, Promise<RoutingRule>>();
  #made: ReadonlySet<string> | undefined;

  constructor(call: OsCall, actions: readonly Action[]) {
    this.#call = call;
    this.#actions = actions;
  }

  of(action: Action): Promise<string> {
    const { name, requireAlias } = action.said;
    const isMade = makesIndex(action) || this.#names().has(name);
    const key = `${requireAlias} ${isMade} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const target = isMade ? targetOf(this.#call, name, requireAlias) : targetOfDelete(this.#call, name);
    this.#known.set(key, target);
    return target;
  }

  /** Holds an action against the data streams, once its target is there. @throws PlatformError for what one does not take */
  async refuse({ said: { name }, operation }: Action): Promise<void> {
    const role = this.#roles.get(name) ?? streamRole(this.#call, name);
    this.#roles.set(name, role);
    refuseWriteAs(await role, operation);
  }

  /** @throws PlatformError for an index whose documents should pass a pipeline */
  refusePipelines({ said: { pipeline } }: Action, index: string): Promise<void> {
    const key = `${pipeline ?? ''} ${index}`;
    const known = this.#pipelines.get(key) ?? refuseOwnPipelines(this.#call, index, pipeline);
    this.#pipelines.set(key, known);
    return known;
  }

  /** What the index behind a name asks of the routing of its documents. */
  routing({ said: { name: given } }: Action, index: string): Promise<RoutingRule> {
    const name = dateMathName(given, Date.now());
    const known = this.#routings.get(name) ?? routingRule(this.#call, name, index);
    this.#routings.set(name, known);
    return known;
  }

  /** Indexes that some action would make: they are there for all the others. */
  #names(): ReadonlySet<string> {
    this.#made ??= new Set(this.#actions.filter(makesIndex).map(({ said }) => said.name));
    return this.#made;
  }
}

/** What an action does, once it is known to be taken. */
interface Checked {
  readonly index: string;
  readonly operation: WriteOperation;
  /** Whether actions that say the same beside their documents need not be looked at. */
  readonly isUsual: boolean;
}

/** What of an action is refused before it comes to an index. */
async function checked(targets: Targets, action: Action): Promise<Checked> {
  const { said, operation } = action;
  if (action.fault !== undefined) throw action.fault;
  if (said.name === '') throw incomplete('index is missing');
  if (said.kind === 'update' && operation.id === '') throw incomplete('id is missing');
  if (said.kind !== 'delete') refusePipeline(said.pipeline);
  const index = await targets.of(action);
  await targets.refuse(action);
  if (said.kind === 'index' || said.kind === 'create') await targets.refusePipelines(action, index);
  const rule = await targets.routing(action, index);
  const routing = routedBy(rule, operation.id, operation.routing);
  const isUsual = !rule.isRequired && rule.brought === undefined && said.kind !== 'update';
  return { index, operation: withRouting(operation, routing), isUsual };
}

/** What of a piece goes to one index, and at which places of the piece it stands. */
interface Share {
  readonly places: number[];
  readonly operations: WriteOperation[];
}

function addTo({ places, operations }: Share, place: number, operation: WriteOperation): void {
  places.push(place);
  operations.push(operation);
}

/** The actions by the index they go to; what is refused before that stands in `outcomes` already. */
async function sorted(
  call: OsCall,
  actions: readonly Action[],
  outcomes: Outcomes,
): Promise<ReadonlyMap<string, Share>> {
  const targets = new Targets(call, actions);
  const byIndex = new Map<string, Share>();
  let last: { readonly said: Said; readonly share: Share } | null = null;
  for (let place = 0; place < actions.length; place++) {
    const action = actions[place];
    if (action === undefined) continue;
    const { said, operation: given } = action;
    if (last !== null && last.said === said && action.fault === undefined) {
      addTo(last.share, place, given);
      continue;
    }
    try {
      const { index, operation, isUsual } = await checked(targets, action);
      const share = byIndex.get(index) ?? { places: [], operations: [] };
      byIndex.set(index, share);
      addTo(share, place, operation);
      last = isUsual ? { said, share } : null;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.detail.openSearch?.type === 'action_request_validation_exception') throw error;
      outcomes.written[place] = { id: given.id, error };
      outcomes.bodies[place] = new WrittenBodies(call, said.name);
    }
  }
  return byIndex;
}

/** What becomes of documents of one index; one that takes nothing, since it is closed or gone, refuses its own alone. */
async function writtenTo<T>(
  call: OsCall,
  index: string,
  idsOf: () => readonly (string | null)[],
  write: () => Promise<T>,
): Promise<{ readonly bodies: WrittenBodies; readonly results: T | readonly WriteRefused[] }> {
  try {
    const results = await write();
    return { bodies: new WrittenBodies(call, index, await call.documents.info(index)), results };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { bodies: new WrittenBodies(call, index), results: idsOf().map((id) => ({ id, error })) };
  }
}

/** Stores actions: those of each index together, answered in the order they came. */
async function storeActions(call: OsCall, actions: readonly Action[], answer: Answer): Promise<void> {
  const outcomes: Outcomes = { written: new Array(actions.length), bodies: new Array(actions.length) };
  for (const [index, { places, operations }] of await sorted(call, actions, outcomes)) {
    const ids = () => operations.map(({ id }) => id);
    const write = () => call.documents.write(index, operations, { signal: call.signal });
    const { bodies, results } = await writtenTo<readonly Written[]>(call, index, ids, write);
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (place === undefined) continue;
      outcomes.written[place] = results[i];
      outcomes.bodies[place] = bodies;
    }
  }
  for (let place = 0; place < actions.length; place++) {
    const action = actions[place];
    const what = outcomes.written[place];
    const by = outcomes.bodies[place];
    if (action !== undefined && what !== undefined && by !== undefined) answer.add(action, what, by);
  }
}

/** The index that takes all documents of a run alike; null where each is to be looked at. */
async function indexOf(call: OsCall, { first }: ActionRun): Promise<string | null> {
  try {
    const { index, isUsual } = await checked(new Targets(call, [first]), first);
    return isUsual ? index : null;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

/** Stores a run of new documents. */
async function storeRun(call: OsCall, run: ActionRun, answer: Answer): Promise<void> {
  const index = await indexOf(call, run);
  if (index === null) return storeActions(call, run.actions, answer);
  const ids = () => new Array<null>(run.lines.count).fill(null);
  const add = () => call.documents.add(index, run.lines, { signal: call.signal });
  const { bodies, results } = await writtenTo(call, index, ids, add);
  await turnOfWrite();
  if (results instanceof AddedDocuments) answer.addAll(run.first, results, bodies);
  else for (const written of results) answer.add(run.first, written, bodies);
}

/** Parts of the answer `filter_path` cannot mean: then the items need not be written. */
const asksForItems = ({ query }: OsCall): boolean =>
  query.filter_path === undefined ||
  query.filter_path.split(',').some((pattern) => pattern !== 'errors' && pattern !== 'took');

/** The answer as it grows: as bytes, or as objects when it is to be printed with line ends and spaces. */
class Answer {
  readonly #shown: boolean;
  readonly #objects: Body[] | null;
  readonly #bytes = new JsonBytes();
  readonly #filtered: boolean;
  count = 0;
  errors = false;

  constructor(call: OsCall) {
    this.#shown = asksForItems(call);
    this.#objects = isTrue(call.query.pretty) ? [] : null;
    this.#filtered = call.query.filter_path !== undefined;
  }

  add(action: Action, written: Written, bodies: WrittenBodies): void {
    this.errors ||= 'error' in written;
    this.count++;
    if (!this.#shown) return;
    if (this.#objects !== null) {
      this.#objects.push(itemOf(action, written, bodies));
      return;
    }
    if (this.count > 1) this.#bytes.bytes(COMMA);
    writeItem(this.#bytes, action, written, bodies);
  }

  /** Documents that were added together, by actions that say the same as `action`. */
  addAll(action: Action, added: AddedDocuments, bodies: WrittenBodies): void {
    if (!this.#shown || this.#objects !== null) {
      for (let place = 0; place < added.count; place++) this.add(action, added.at(place), bodies);
      return;
    }
    if (this.count > 0) this.#bytes.bytes(COMMA);
    bodies.writeAll(this.#bytes, action.said.kind, added);
    this.count += added.count;
  }

  body(took: number): Body | Buffer | SourceText {
    const { errors } = this;
    if (this.#objects !== null) return { took, errors, items: this.#objects };
    const head = Buffer.from(`{"took":${took},"errors":${errors},"items":[`);
    const whole = Buffer.concat([head, this.#bytes.written, Buffer.from(']}')]);
    return this.#filtered ? new SourceText(whole.toString()) : whole;
  }
}

const COMMA = Buffer.from(',');

async function bulk(call: OsCall) {
  const began = performance.now();
  const answer = new Answer(call);
  for await (const piece of pieces(call)) {
    await turnOfWrite();
    await call.still().catch(leaving(`its first ${answer.count} actions are done`));
    if (piece instanceof ActionRun) await storeRun(call, piece, answer);
    else await storeActions(call, piece, answer);
  }
  if (answer.count === 0 && call.request.headers['content-length'] === '0') throw unparsed('request body is required');
  if (answer.count === 0) throw incomplete('no requests added');
  await turnOfWrite();
  return answer.body(Math.round(performance.now() - began));
}

export const bulkRoutes: readonly OsRoute[] = [os('POST PUT', 'write', ['/_bulk', '/:index/_bulk'], bulk)];
