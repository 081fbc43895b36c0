import type { IndexDefinition } from '@datasarana/engine';
import { parseSearch } from '@datasarana/query';
import { notFound, notImplemented, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { IdReply, openObject } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { indexDefinition } from './definition.ts';
import { healthOf } from './health.ts';
import { mappingOf } from './mapping.ts';
import { type Template, templateOf } from './template.ts';
import { IndexReply, MessagesReply, StreamReply } from './template-replies.ts';
import { type Access, type TemplateStores, type Templates, topicSettings } from './templates.ts';

const IdBody = Type.Object({ id: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const IdParameters = Type.Object({ id: Type.String({ minLength: 1 }) });
const ExecuteBody = Type.Object(
  {
    template: Type.String({ minLength: 1 }),
    method: Type.Optional(Type.String()),
    command: Type.String(),
    body: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);
const ReadBody = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    partition: Type.Optional(Type.Integer({ minimum: 0 })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    size: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

interface Command {
  readonly stores: TemplateStores;
  readonly scope: Scope;
  readonly id: string;
  readonly template: Template;
  readonly definition: IndexDefinition;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

const TIME_MS = 30_000;

async function found({ stores, scope, id, body, signal }: Command, size?: number) {
  const request = parseSearch(body ?? {});
  const asked = size === undefined ? request : { ...request, size };
  return stores.search.search(scope, [id], asked, { signal, timeoutMs: request.timeoutMs ?? TIME_MS });
}

/** Commands that read (IDX-04); each answers what OpenSearch would. */
const COMMANDS: Readonly<Record<string, (command: Command) => unknown>> = {
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
  _refresh: () => ({ _shards: { total: 1, successful: 1, failed: 0 } }),
};

async function oneDocument({ stores, scope, id }: Command, document: string) {
  const stored = await stores.search.getDocument(scope, id, document);
  if (!stored) return { _index: id, _id: document, found: false };
  return { _index: id, _id: stored.id, _version: stored.version, found: true, _source: stored.source };
}

function execute(name: string, command: Command): unknown {
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known) return known(command);
  const document = /^_doc\/(.+)$/.exec(name)?.[1];
  if (document !== undefined) return oneDocument(command, decodeURIComponent(document));
  throw notImplemented(
    `The command '${name}' is not offered.`,
    `Use ${Object.keys(COMMANDS).join(', ')} or _doc/{id}.`,
  );
}

const notDeployed = (name: string): PlatformError =>
  new PlatformError(`The template '${name}' has no index.`, {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Deploy the template first.',
  });

function registerIndexCommands(app: FastifyInstance, templates: Templates, stores: TemplateStores): void {
  const { search } = stores;
  route(app, 'template.index.create', {
    schema: { body: IdBody, reply: IndexReply },
    handler: async ({ scope, reach, body }) => {
      const { template, id } = await templates.deployed({ scope, reach }, body.id);
      await search.createIndex(scope, indexDefinition(id, template));
      const { search_shard, search_replica, search_enable_source } = template.config;
      return {
        id,
        shards: search_shard,
        replicas: 0,
        requested_replicas: search_replica,
        source: search_enable_source,
      };
    },
  });
  route(app, 'template.index.execute', {
    schema: { body: ExecuteBody, reply: openObject({}) },
    handler: async ({ scope, reach, body, signal }) => {
      const id = body.template;
      const template = templateOf(await templates.get({ scope, reach }, id));
      const definition = await search.definition(scope, id);
      if (!definition) throw notDeployed(template.name);
      const name = body.command.replace(/^\//, '');
      return execute(name, { stores, scope, id, template, definition, body: body.body, signal });
    },
  });
  route(app, 'template.index.remove', {
    schema: { params: IdParameters, reply: IdReply },
    handler: async ({ scope, reach, params: { id } }) => {
      await templates.get({ scope, reach }, id);
      if (!(await search.definition(scope, id))) throw notFound(`There is no index of template '${id}'.`);
      await search.removeIndex(scope, id);
      return { id };
    },
  });
}

/** What the topic gives, and what was asked for (STR-05). */
function registerStreamCommands(app: FastifyInstance, templates: Templates, { stream, search }: TemplateStores): void {
  const reached = async (access: Access, id: string): Promise<Template> => templateOf(await templates.get(access, id));
  route(app, 'template.stream.create', {
    schema: { body: IdBody, reply: StreamReply },
    handler: async ({ scope, reach, body: { id } }) => {
      const { config } = await reached({ scope, reach }, id);
      const { partitions, replicas, requestedReplicas, compaction, limit, retention } = await stream.createTopic(
        scope,
        id,
        topicSettings(config),
        await search.position(scope, id),
      );
      const note = 'One node keeps one copy; more replicas need more nodes.';
      const capped = requestedReplicas > replicas ? { note } : {};
      return {
        id,
        partitions,
        replicas,
        requested_replicas: requestedReplicas,
        compaction,
        limit,
        retention,
        ...capped,
      };
    },
  });
  route(app, 'template.stream.read', {
    schema: { body: ReadBody, reply: MessagesReply },
    handler: async ({ scope, reach, body }) => {
      await reached({ scope, reach }, body.id);
      const { partition = 0, offset = 0, size = 10 } = body;
      return stream.read(scope, body.id, { partition, offset, size });
    },
  });
  route(app, 'template.stream.remove', {
    schema: { params: IdParameters, reply: IdReply },
    handler: async ({ scope, reach, params: { id } }) => {
      await reached({ scope, reach }, id);
      if (!(await stream.removeTopic(scope, id))) throw notFound(`There is no stream of template '${id}'.`);
      return { id };
    },
  });
}

/** Commands on a template's index and stream (API-74, API-75). */
export function registerTemplateCommands(app: FastifyInstance, templates: Templates, stores: TemplateStores): void {
  registerIndexCommands(app, templates, stores);
  registerStreamCommands(app, templates, stores);
}
