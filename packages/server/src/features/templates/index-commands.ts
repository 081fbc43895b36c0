import type { IndexDefinition } from '@datasarana/engine';
import { parseQuery, parseSearch, type Query } from '@datasarana/query';
import { malformed, notImplemented, PlatformError, ReplyCode, reachOf } from '@datasarana/schema';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { visiblePart } from '../data/field-rights.ts';
import { healthOf, NODES } from './health.ts';
import { mappingOf } from './mapping.ts';
import { statisticsOf } from './partitions.ts';
import type { Template } from './template.ts';
import type { TemplateStores } from './templates.ts';

/** One command on the index of a template. */
export interface Command {
  readonly stores: TemplateStores;
  readonly scope: Scope;
  readonly id: string;
  readonly template: Template;
  readonly definition: IndexDefinition;
  /** Dotted paths of private fields the caller may not see (TPL-30). */
  readonly hidden: readonly string[];
  /** Who asks, as shown to people. */
  readonly userName: string;
  /** As a caller of OpenSearch would send it; each command has one meaning, whichever fits it is sent by. */
  readonly method: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

const TIME_MS = 30_000;

async function found({ stores, scope, id, body, signal, hidden }: Command, size?: number) {
  const request = parseSearch(body ?? {});
  const asked = size === undefined ? request : { ...request, size };
  return stores.search.search(scope, [id], asked, { signal, hidden, timeoutMs: request.timeoutMs ?? TIME_MS });
}

/** Commands that read (IDX-04); each answers what OpenSearch would. */
const READS: Readonly<Record<string, (command: Command) => unknown>> = {
  _search: (command) => found(command),
  _count: async (command) => ({ count: (await found(command, 0)).hits.total.value }),
  _mapping: ({ id, definition }) => ({ [id]: { mappings: mappingOf(definition.fields) } }),
  _settings: ({ id, template: { config } }) => ({
    [id]: {
      settings: {
        index: { number_of_shards: config.search_shard, number_of_replicas: config.search_replica, provided_name: id },
      },
    },
  }),
  _stats: ({ stores, scope, id, template }) => statisticsOf(stores.search, scope, id, template.config),
  _health: ({ template, definition }) => healthOf(template.config, definition, NODES),
};

/** What a batch stores is searchable when its reply comes, and postings are merged behind every batch: nothing is left to do. */
const allShards = () => ({ _shards: { total: 1, successful: 1, failed: 0 } });

/** The query of a removal, which has to be said: without one all would go. */
function queryToRemove(body: unknown): Query {
  const { query, ...more }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const [other] = Object.keys(more);
  if (query === undefined) {
    throw malformed('[_delete_by_query] needs a query', 'Send {"query": {"match_all": {}}} to remove every record.');
  }
  if (other !== undefined)
    throw notImplemented(`[${other}] of _delete_by_query is not implemented`, 'Send a query alone.');
  return parseQuery(query);
}

/** Records removed by one transaction at least, but for the last. */
const REMOVED_TOGETHER = 20_000;

/** Ids of pages, many at a time: a transaction costs much beside its rows. */
async function* idsOf(pages: AsyncIterable<readonly { readonly _id: string }[]>): AsyncGenerator<readonly string[]> {
  let ids: string[] = [];
  for await (const page of pages) {
    for (const { _id } of page) ids.push(_id);
    if (ids.length < REMOVED_TOGETHER) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

async function deleteByQuery({ stores: { search }, scope, id, body, signal, userName }: Command) {
  const began = performance.now();
  const query = queryToRemove(body);
  let [total, deleted] = [0, 0];
  // all pages are of the moment the first was read at
  for await (const ids of idsOf(search.scan(scope, [id], query, { signal }))) {
    total += ids.length;
    deleted += await search.deleteDocuments(scope, id, ids, userName);
  }
  const took = Math.round(performance.now() - began);
  return { took, timed_out: false, total, deleted, failures: [] };
}

/** Commands that write; whoever may only read the index is refused them. */
const WRITES: Readonly<Record<string, (command: Command) => unknown>> = {
  _refresh: allShards,
  _forcemerge: allShards,
  _delete_by_query: deleteByQuery,
};

async function oneDocument({ stores, scope, id, hidden }: Command, document: string) {
  const stored = await stores.search.getDocument(scope, id, document);
  if (!stored) return { _index: id, _id: document, found: false };
  return {
    _index: id,
    _id: stored.id,
    _version: stored.version,
    found: true,
    _source: visiblePart(stored.source, hidden),
  };
}

const named = <T>(commands: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined;

/** Whether a command changes what is stored, so that it belongs in the audit trail (SEC-08). */
export const isWriting = (name: string): boolean => named(WRITES, name) !== undefined;

const METHODS = ['GET', 'HEAD', 'POST'];
const WITH_BODY = ['_search', '_count', '_delete_by_query'];

/** What would ask OpenSearch for something else is not taken for what is offered. */
function refuseOtherwise(name: string, { method, body }: Command): void {
  if (!METHODS.includes(method.toUpperCase())) {
    throw new PlatformError(`The command '${name}' is not offered by ${method}.`, {
      code: ReplyCode.NotImplemented,
      type: 'malformed',
      http: 405,
      hint: `Use ${METHODS.join(', ')}; records are written and removed at /data/user.`,
    });
  }
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
  if (!isEmpty && !WITH_BODY.includes(name)) throw malformed(`The command '${name}' takes no body.`, 'Leave it out.');
}

/** Runs a command of IDX-04. @throws PlatformError 33 for any other, 403 for one that writes without that right */
export function execute(name: string, command: Command): unknown {
  const run = offered(name);
  if (isWriting(name) && reachOf(command.scope.roles, 'index and stream commands', 'change') === 'none')
    throw denied(`Your roles run only commands that read; '${name}' writes`);
  refuseOtherwise(name, command);
  return run(command);
}

function commandOf(name: string): ((command: Command) => unknown) | undefined {
  const document = /^_doc\/(.+)$/.exec(name)?.[1];
  if (document !== undefined) return (command) => oneDocument(command, decodeURIComponent(document));
  return named(READS, name) ?? named(WRITES, name);
}

/** What a name asks for. @throws PlatformError 33 for a name that is no command, whatever it is asked of */
export function offered(name: string): (command: Command) => unknown {
  const run = commandOf(name);
  if (run) return run;
  const names = [...Object.keys(READS), ...Object.keys(WRITES)].join(', ');
  throw notImplemented(`The command '${name}' is not offered.`, `Use ${names} or _doc/{id}.`);
}
