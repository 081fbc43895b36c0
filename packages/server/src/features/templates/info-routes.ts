import { malformed } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { absent } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { toRec } from '../../stores/records/told-record.ts';
import { GROUP_TEMPLATE } from '../records/computed.ts';
import { recordReply } from '../records/record-reply.ts';
import { NOTATIONS } from './export/schema-text.ts';
import { healthOf, NODES } from './health.ts';
import { statisticsOf } from './partitions.ts';
import { TEMPLATE_KIND, type Template, templateOf } from './template.ts';
import { ConfigReply, OverviewReply, OwnerReply, StatsReply } from './template-replies.ts';
import type { TemplateStores, Templates } from './templates.ts';

const IdQuery = Type.Object({ id: Type.String({ minLength: 1 }) });

type Metric = (stores: TemplateStores, scope: Scope, id: string, template: Template) => Promise<unknown>;

const METRICS: Readonly<Record<string, Metric>> = {
  'os-stats': ({ search }, scope, id, { config }) => statisticsOf(search, scope, id, config),
  'os-health': async ({ search }, scope, id, { config }) => healthOf(config, await search.definition(scope, id), NODES),
  'kafka-stats': async ({ stream, search }, scope, id) => {
    const empty = { topic: id, replicas: 0, requested_replicas: 0, partitions: [], messages: 0, lag: 0, bytes: 0 };
    const topic = await stream.topic(scope, id);
    if (!topic) return { ...empty, kept: false };
    return { ...(await stream.stats(scope, id, await search.position(scope, id))), kept: topic.limit !== 'Applied' };
  },
};

/** Templates of one overview. */
const MOST = 200;

const Ids = Type.String({
  maxLength: 32_000,
  description: `ids of at most ${MOST} templates, with commas between them`,
});

/** One call for the overview instead of two for each template; an id that is not there is left out. */
function registerOverview(app: FastifyInstance, { records, search }: TemplateStores): void {
  const lineOf = async (scope: Scope, id: string, { config }: Template) => {
    const index = await search.definition(scope, id);
    const { documents, bytes } = index && !index.transit ? await search.stats(scope, id) : { documents: 0, bytes: 0 };
    const { status, reason } = healthOf(config, index, NODES);
    return { id, documents, bytes, status, reason };
  };
  route(app, 'template.overview', {
    schema: { querystring: Type.Object({ ids: Type.Optional(Ids) }), reply: OverviewReply },
    handler: async ({ scope, query: { ids = '' } }) => {
      const wanted = [...new Set(ids.split(',').filter((id) => id !== ''))];
      if (wanted.length > MOST) throw malformed(`${wanted.length} templates are named; at most ${MOST} are told of.`);
      const found = await records.getMany(scope, TEMPLATE_KIND, wanted);
      const there = found.filter(({ ts_removed }) => ts_removed === null);
      return Promise.all(
        there.map((record) =>
          lineOf(scope, record.id, templateOf(record)).catch((error: unknown) => {
            app.log.error({ err: error, template: record.id }, 'The index of a template cannot be read');
            const reason = 'Its index cannot be read. The log of the platform says why.';
            return { id: record.id, documents: 0, bytes: 0, status: 'red', reason };
          }),
        ),
      );
    },
  });
}

function registerOwner(app: FastifyInstance, templates: Templates, { records }: TemplateStores): void {
  route(app, 'template.owner', {
    schema: { querystring: IdQuery, reply: OwnerReply },
    handler: async ({ scope, reach, query }) => {
      const record = await templates.find({ scope, reach }, query.id);
      const owner = record && (await records.get(scope, 'user', templateOf(record).owner.id));
      if (!owner) return absent();
      const { full_name = null, email = null, avatar = null } = owner.doc;
      return { id: owner.id, label: 'user', full_name, email, avatar, status: owner.status };
    },
  });
  route(app, 'template.group', {
    schema: { querystring: IdQuery, reply: Type.Array(recordReply('user.group')) },
    handler: async ({ scope, reach, query }) => {
      const record = await templates.find({ scope, reach }, query.id);
      if (!record) return absent();
      const edges = (await records.edges(scope, [record.id], GROUP_TEMPLATE, 'in')).get(record.id) ?? [];
      const groups = await records.getMany(
        scope,
        'user.group',
        edges.map((edge) => edge.from),
      );
      return groups
        .filter((group) => group.ts_removed === null && (reach === 'all' || scope.groups.includes(group.id)))
        .map(toRec);
    },
  });
}

/** What is known about a template besides itself: statistics, health, schema texts, configuration, owner, groups. */
export function registerTemplateInfo(app: FastifyInstance, templates: Templates, stores: TemplateStores): void {
  route(app, 'template.stats', {
    schema: { querystring: Type.Object({ id: Type.String(), metric: Type.String() }), reply: StatsReply },
    handler: async ({ scope, query }) => {
      const metric = Object.hasOwn(METRICS, query.metric) ? METRICS[query.metric] : undefined;
      if (!metric) throw malformed(`metric '${query.metric}' is none of ${Object.keys(METRICS).join(', ')}.`);
      const record = await stores.records.get(scope, TEMPLATE_KIND, query.id);
      return record && record.ts_removed === null ? metric(stores, scope, query.id, templateOf(record)) : absent();
    },
  });
  route(app, 'template.schema', {
    schema: {
      querystring: Type.Object({ id: Type.String(), type: Type.Optional(Type.String()) }),
      reply: Type.String({ description: 'the schema in that notation' }),
    },
    handler: async ({ scope, reach, query }) => {
      const type = query.type ?? 'ds';
      const write = Object.hasOwn(NOTATIONS, type) ? NOTATIONS[type] : undefined;
      if (!write) throw malformed(`type '${type}' is none of ${Object.keys(NOTATIONS).join(', ')}.`);
      const record = await templates.find({ scope, reach }, query.id);
      return record ? write(record.id, templateOf(record)) : absent();
    },
  });
  route(app, 'template.configuration.get', {
    schema: { querystring: IdQuery, reply: ConfigReply },
    handler: async ({ scope, reach, query }) => {
      const record = await templates.find({ scope, reach }, query.id);
      return record ? templateOf(record).config : absent();
    },
  });
  route(app, 'template.configuration.change', {
    schema: { body: Type.Object({ id: Type.String() }, { additionalProperties: true }), reply: ConfigReply },
    handler: async ({ scope, reach, body: { id, ...config } }) =>
      templateOf(await templates.save({ scope, reach }, id, { config })).config,
  });
  registerOverview(app, stores);
  registerOwner(app, templates, stores);
}
