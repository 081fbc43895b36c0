import { isSearched, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { denied } from '../../access/refusals.ts';
import { absent } from '../../http/envelope.ts';
import { IdReply, openObject } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { userNameOf } from '../data/data-access.ts';
import { hiddenFields } from '../data/field-rights.ts';
import { shownRows } from '../data/shown-rows.ts';
import { Position } from '../records/search-body.ts';
import { execute, isWriting, offered } from './index-commands.ts';
import { noSearchIndex, searchable } from './no-index.ts';
import { replayable } from './no-topic.ts';
import { keeperOf } from './storage/archive-now.ts';
import { putIndex } from './storage/index-switch.ts';
import { putTopic } from './storage/topic-switch.ts';
import { type Template, templateOf } from './template.ts';
import { IndexReply, MessagesReply, StreamReply } from './template-replies.ts';
import type { Access, TemplateStores, Templates } from './templates.ts';

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
    partition: Type.Optional(Position),
    offset: Type.Optional(Position),
    size: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

function registerIndexCommands(app: FastifyInstance, templates: Templates, stores: TemplateStores): void {
  const { search } = stores;
  route(app, 'template.index.create', {
    schema: { body: IdBody, reply: IndexReply },
    handler: async ({ scope, reach, body }) => {
      const { template, id } = await templates.deployed({ scope, reach }, body.id);
      if (!isSearched(template.config) && (await search.definition(scope, id)))
        throw noSearchIndex(keeperOf(template.config));
      await putIndex(stores, scope, id, template);
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
    handler: async (call) => {
      const { scope, reach, body, signal, request, endpoint } = call;
      const id = body.template;
      const name = body.command.replace(/^\//, '');
      offered(name);
      if (!isWriting(name) && !(await templates.find({ scope, reach }, id))) return absent();
      const { record, template: deployed } = await templates.deployed({ scope, reach }, id);
      const definition = searchable(await search.definition(scope, id));
      const template = templateOf(record);
      const userName = await userNameOf(stores.records, call);
      const hidden = hiddenFields(deployed.items, scope, userName);
      const { method = 'POST' } = body;
      const command = { stores, scope, id, template, definition, hidden, userName, method, body: body.body, signal };
      const answered = await execute(name, command);
      const detail = { id, command: name };
      if (isWriting(name))
        app.services.audit.note(scope, { event: 'write', endpoint: endpoint.id, address: request.ip, detail });
      return answered;
    },
  });
  route(app, 'template.index.remove', {
    schema: { params: IdParameters, reply: IdReply },
    handler: async ({ scope, reach, params: { id } }) => {
      await templates.get({ scope, reach }, id);
      const definition = await search.definition(scope, id);
      if (!definition) throw notFound(`There is no index of template '${id}'.`);
      if (definition.transit) throw noSearchIndex(definition.transit);
      await search.removeIndex(scope, id);
      return { id };
    },
  });
}

/** What the topic gives, and what was asked for (STR-05). */
function registerStreamCommands(app: FastifyInstance, templates: Templates, stores: TemplateStores): void {
  const { stream } = stores;
  const reached = async (access: Access, id: string): Promise<Template> => templateOf(await templates.get(access, id));
  route(app, 'template.stream.create', {
    schema: { body: IdBody, reply: StreamReply },
    handler: async ({ scope, reach, body: { id } }) => {
      await templates.deployed({ scope, reach }, id);
      const { config } = await reached({ scope, reach }, id);
      const topic = await putTopic(stores, scope, id, config);
      const { partitions, replicas, requestedReplicas, compaction, limit, retention } = topic;
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
    handler: async (call) => {
      const { scope, reach, body } = call;
      if (!(await templates.find({ scope, reach }, body.id))) return absent();
      const { template } = await templates.deployed({ scope, reach }, body.id);
      const items = [...template.items, ...(await templates.goneFields(scope, body.id))];
      const [hidden] = hiddenFields(items, scope, await userNameOf(stores.records, call));
      if (hidden !== undefined) {
        throw denied(
          `The stream holds rows as they came, the private field '${hidden}' with them; only its contributors may read it.`,
        );
      }
      replayable(await stream.topic(scope, body.id));
      const { partition = 0, offset = 0, size = 10 } = body;
      return stream.read(scope, body.id, { partition, offset, size }, shownRows(stores, scope, body.id));
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
