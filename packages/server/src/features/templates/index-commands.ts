import type { IndexDefinition } from '@datasarana/engine';
import { parseSearch } from '@datasarana/query';
import { notImplemented, reachOf } from '@datasarana/schema';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { visiblePart } from '../data/field-rights.ts';
import { healthOf } from './health.ts';
import { mappingOf } from './mapping.ts';
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
  _stats: ({ stores, scope, id }) => stores.search.stats(scope, id),
  _health: ({ template }) => healthOf(template.config, true, 1),
};

/** What a batch stores is searchable when its reply comes, and postings are merged behind every batch: nothing is left to do. */
const allShards = () => ({ _shards: { total: 1, successful: 1, failed: 0 } });

async function deleteByQuery({ stores: { search }, scope, id, body, signal }: Command) {
  const began = performance.now();
  const { query } = parseSearch(body ?? {});
  const ids: string[] = [];
  for await (const hits of search.scan(scope, [id], query, { signal })) ids.push(...hits.map((hit) => hit._id));
  let deleted = 0;
  for (const document of ids) {
    signal.throwIfAborted();
    if (await search.deleteDocument(scope, id, document)) deleted += 1;
  }
  const took = Math.round(performance.now() - began);
  return { took, timed_out: false, total: ids.length, deleted, failures: [] };
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

/** Runs a command of IDX-04. @throws PlatformError 33 for any other, 403 for one that writes without that right */
export function execute(name: string, command: Command): unknown {
  const reads = named(READS, name);
  if (reads) return reads(command);
  const document = /^_doc\/(.+)$/.exec(name)?.[1];
  if (document !== undefined) return oneDocument(command, decodeURIComponent(document));
  const writes = named(WRITES, name);
  if (!writes) {
    const offered = [...Object.keys(READS), ...Object.keys(WRITES)].join(', ');
    throw notImplemented(`The command '${name}' is not offered.`, `Use ${offered} or _doc/{id}.`);
  }
  if (reachOf(command.scope.roles, 'index and stream commands', 'change') === 'none')
    throw denied(`Your roles run only commands that read; '${name}' writes`);
  return writes(command);
}
