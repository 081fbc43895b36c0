import { loadavg } from 'node:os';
import { type Json, readJson, writeJson } from '../suite/exact-json.ts';
import { differences } from './compare.ts';
import { ANALYSIS } from './fields.ts';

type Body = Readonly<Record<string, unknown>>;

/** One request; `path` follows the name of the index, or stands alone after `~`, where `$index` is that name. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** May name `$scroll`, `$pit`, `$after` and `$afterKey`, which earlier answers gave, and `$index`, `$copy` and `$alias`. */
  readonly body?: unknown;
  /** Lines of NDJSON instead. */
  readonly lines?: readonly unknown[];
}

/** A case: what is stored and what is asked then. */
export interface FuzzCase {
  readonly mapping: Body;
  readonly documents: readonly Body[];
  readonly calls: readonly Call[];
}

/** A server and the index on it that belongs to this run. */
export interface Server {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly index: string;
}

interface Answer {
  readonly status: number;
  readonly body: Body;
  /** Sort values of the last hit, and the key of the last bucket of a composite, with all their digits. */
  readonly after: unknown;
  readonly afterKey: unknown;
}

const NDJSON = 'application/x-ndjson';
/** A search that takes longer hangs. */
const LONGEST = 30_000;

/** Whether a server answers others meanwhile: it tells a search that hangs from a server, or a machine, that stands still. */
async function pulse({ url, headers }: Server): Promise<string> {
  const began = performance.now();
  const isAlive = await fetch(`${url}/`, { headers, signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  const answers = isAlive ? `it answers others in ${Math.round(performance.now() - began)} ms` : 'it answers nobody';
  return `${answers}, load ${loadavg()[0]?.toFixed(1)}`;
}

async function send(server: Server, { method, path, body, lines }: Call): Promise<Answer> {
  const { url, headers, index } = server;
  const text =
    lines === undefined ? body && writeJson(body as Json) : `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const address = url + (path.startsWith('~') ? path.slice(1).replaceAll('$index', index) : `/${index}${path}`);
  const answer = await fetch(address, {
    method,
    headers: { ...headers, 'content-type': lines === undefined ? 'application/json' : NDJSON },
    ...(typeof text === 'string' && { body: text }),
    signal: AbortSignal.timeout(LONGEST),
  }).catch(async (cause: unknown) => {
    throw new Error(
      `${method} ${address} has no answer (${await pulse(server)}): ${typeof text === 'string' ? text.slice(0, 2000) : ''}`,
      {
        cause,
      },
    );
  });
  const said = await answer.text();
  return { status: answer.status, body: (said === '' ? {} : JSON.parse(said)) as Body, ...ends(said) };
}

interface Ended {
  readonly hits?: { readonly hits?: readonly Body[] };
  readonly aggregations?: { readonly pages?: Body };
}

/** JavaScript would round the ends of 64 bits to other values. */
function ends(said: string): Pick<Answer, 'after' | 'afterKey'> {
  if (!said.includes('"sort"') && !said.includes('"after_key"')) return { after: undefined, afterKey: undefined };
  const { hits, aggregations } = readJson(said) as Ended;
  return { after: hits?.hits?.at(-1)?.sort, afterKey: aggregations?.pages?.after_key };
}

/** Makes the index of a case anew and fills it. */
export async function store(server: Server, { mapping, documents }: FuzzCase): Promise<void> {
  await drop(server);
  // a slow machine would refresh in the midst of the documents, and figures of words are told segment by segment there
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1', analysis: ANALYSIS };
  const made = await send(server, { method: 'PUT', path: '', body: { settings, mappings: mapping } });
  if (made.status !== 200)
    throw new Error(`${server.url} refused a mapping: ${JSON.stringify(made.body).slice(0, 500)}`);
  if (documents.length === 0) return;
  const lines = documents.flatMap((document, i) => [{ index: { _id: `${document.uid ?? i}` } }, document]);
  const { body } = await send(server, { method: 'POST', path: '/_bulk?refresh=true', lines });
  if (body.errors !== false) {
    throw new Error(`${server.url} refused random documents: ${JSON.stringify(body).slice(0, 500)}`);
  }
}

export async function drop(server: Server): Promise<void> {
  await send(server, { method: 'DELETE', path: '' });
}

/** Names a body may hold. */
const named = ({ index }: Server): Kept => ({ $index: index, $copy: `${index}-copy`, $alias: `${index}-alias` });

/** What later calls need of earlier answers. */
type Kept = Readonly<Record<string, unknown>>;

function keep(kept: Kept, { body, after, afterKey }: Answer): Kept {
  return {
    ...kept,
    ...(body._scroll_id !== undefined && { $scroll: body._scroll_id }),
    ...(body.pit_id !== undefined && { $pit: body.pit_id }),
    ...(after !== undefined && { $after: after }),
    ...(afterKey !== undefined && { $afterKey: afterKey }),
  };
}

function filled(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return Object.hasOwn(kept, value) ? kept[value] : value;
  if (Array.isArray(value)) return value.map((each) => filled(each, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, kept)]));
}

/** How an answer differs, what was asked for it (the calls of the case, or one search of several alone), and both answers. */
export interface Found {
  readonly said: string;
  readonly calls: readonly Call[];
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** What the calls of a case come to: how the first answer that is not the same differs, and how many were refused. */
export interface Outcome {
  readonly found: readonly Found[];
  readonly refused: number;
}

/** Sends the calls of a case to both; identifiers of pages are each server's own. */
export async function compareAnswers(servers: readonly [Server, Server], calls: readonly Call[]): Promise<Outcome> {
  let [mine, yours]: readonly [Kept, Kept] = [named(servers[0]), named(servers[1])];
  let refused = 0;
  for (const [i, call] of calls.entries()) {
    // without a page there is nothing to go on from
    const asked = JSON.stringify(call.body) ?? '';
    const isEnded = (name: '$after' | '$afterKey') =>
      asked.includes(`"${name}"`) && (mine[name] === undefined || yours[name] === undefined);
    if (isEnded('$after') || isEnded('$afterKey')) break;
    const ask = (each: Call) =>
      Promise.all([
        send(servers[0], { ...each, body: filled(each.body, mine) }),
        send(servers[1], { ...each, body: filled(each.body, yours) }),
      ]);
    const [ours, theirs] = await ask(call);
    if (ours.status >= 400) refused++;
    const apart = await foundApart(searchesApart(call, ours, theirs), ask);
    const found = apart ?? foundIn([ours, theirs], calls, calls.length > 1 ? `call ${i}: ` : '');
    if (found.length > 0) return { found, refused };
    [mine, yours] = [keep(mine, ours), keep(yours, theirs)];
  }
  return { found: [], refused };
}

const foundIn = ([ours, theirs]: readonly [Answer, Answer], calls: readonly Call[], at: string): readonly Found[] =>
  answersDiffer(ours, theirs).map((said) => ({ said: at + said, calls, ours: ours.body, theirs: theirs.body }));

/** What searches come to that are asked apart, and those of them again that are several; null when there are none. */
async function foundApart(
  apart: readonly Call[],
  ask: (call: Call) => Promise<readonly [Answer, Answer]>,
): Promise<readonly Found[] | null> {
  if (apart.length === 0) return null;
  const found: Found[] = [];
  for (const each of apart) {
    const answers = await ask(each);
    found.push(...((await foundApart(searchesApart(each, ...answers), ask)) ?? foundIn(answers, [each], '')));
  }
  return found;
}

/** Stands in an `_msearch` for a search that is asked alone. */
const LEFT_OUT = { size: 0 };

/**
 * An `_msearch` without the searches that one side alone refuses, and each of those alone; none where there are no such.
 * One that cannot be read refuses all of them there.
 */
function searchesApart({ lines = [], ...call }: Call, ours: Answer, theirs: Answer): readonly Call[] {
  if (!Array.isArray(ours.body.responses) || (theirs.status !== 200 && theirs.status !== 400)) return [];
  const [mine, yours] = [statusesIn(ours), statusesIn(theirs)];
  const isApart = (i: number): boolean =>
    i % 2 === 1 && (theirs.status === 400 ? mine[i >> 1] !== 200 : mine[i >> 1] !== yours[i >> 1]);
  // where what is left out is refused still, it is for what stands before it
  const alone = lines.flatMap((line, i) => (isApart(i) && line !== LEFT_OUT ? [searchAlone(lines[i - 1], line)] : []));
  if (alone.length === 0) return [];
  return [{ ...call, lines: lines.map((line, i) => (isApart(i) ? LEFT_OUT : line)) }, ...alone];
}

const statusesIn = ({ body }: Answer): readonly unknown[] =>
  [body.responses ?? []].flat().map((each) => Object(each).status);

function searchAlone(header: unknown, body: unknown): Call {
  const { index, ignore_unavailable } = Object(header);
  const isIgnored = ignore_unavailable === true ? '?ignore_unavailable=true' : '';
  return { method: 'POST', path: `${index === undefined ? '' : `~/${index}`}/_search${isIgnored}`, body };
}

/** Names for one fault, by the parser that found it. */
const WRONG_REQUEST: ReadonlySet<string> = new Set([
  'parsing_exception',
  'parse_exception',
  'x_content_parse_exception',
  'illegal_argument_exception',
  'illegal_state_exception',
  'number_format_exception',
  'json_parse_exception',
  'query_shard_exception',
  'query_validation_exception',
  'class_cast_exception',
  'action_request_validation_exception',
  'named_object_not_found_exception',
  'unknown_named_object_exception',
  'aggregation_execution_exception',
  'mapper_parsing_exception',
  'i_o_exception',
]);

const isWrongHere = (cause: string): boolean => WRONG_REQUEST.has(cause);

/** There a nameless exception may stand for a wrong request, too. */
const isWrongThere = (cause: string): boolean => isWrongHere(cause) || cause === 'exception';

function answersDiffer(ours: Answer, theirs: Answer): readonly string[] {
  if (ours.status !== theirs.status) {
    return [`status: ${ours.status} here (${reasonOf(ours)}), ${theirs.status} there (${reasonOf(theirs)})`];
  }
  if (ours.status < 400 || ours.body.error === undefined)
    return differences(withCauses(ours.body, isWrongHere), withCauses(theirs.body, isWrongThere));
  // what is found out shard by shard is wrapped there
  const [mine, yours] = [causeOf(ours), causeOf(theirs)];
  if (isWrongHere(mine) && isWrongThere(yours)) return [];
  return mine === yours ? [] : [`error.type: ${mine} here (${reasonOf(ours)}), ${yours} there (${reasonOf(theirs)})`];
}

/** Errors of several searches by their first cause, as those of one are compared. */
function withCauses(body: Body, isWrong: (cause: string) => boolean): Body {
  if (!Array.isArray(body.responses)) return body;
  const responses = (body.responses as readonly Body[]).map((each) => {
    if (each.error === undefined) return each;
    const cause = causeOf({ body: each });
    return { ...each, error: isWrong(cause) ? 'a wrong request' : cause };
  });
  return { ...body, responses };
}

/** The type of an error's first cause; what fails before it comes to a shard has no root there, only what caused it. */
function causeOf({ body }: Pick<Answer, 'body'>): string {
  const { type, root_cause, caused_by } = Object(body.error) as {
    readonly type?: string;
    readonly root_cause?: readonly Body[];
    readonly caused_by?: Body;
  };
  return String(root_cause?.[0]?.type ?? caused_by?.type ?? type);
}

/** Why a request was refused, or the first line of a bulk that failed alone; what is thrown without words by its type. */
function reasonOf({ body }: Pick<Answer, 'body'>): string {
  const acts = [body.items ?? []].flat().flatMap((item): readonly Body[] => Object.values(Object(item)));
  const failed = acts.find((act) => act.error !== undefined);
  if (body.error === undefined && failed !== undefined) return reasonOf({ body: failed });
  const { reason, root_cause, caused_by } = Object(body.error) as {
    readonly reason?: string;
    readonly root_cause?: readonly Body[];
    readonly caused_by?: Body;
  };
  // what fails when shards are brought together has no root there
  const root = root_cause?.[0] ?? (reason === '' ? caused_by : undefined);
  return JSON.stringify(root?.reason ?? root?.type ?? reason ?? '').slice(0, 200);
}
