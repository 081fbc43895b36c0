import { DEFAULT_PAGE_SIZE, malformed } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { absent, answer } from '../../http/envelope.ts';
import { CountReply, IdReply, RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { answerOfList } from '../records/answers.ts';
import { isElsewhere, PageBounds, pageOf } from '../records/search-body.ts';
import { recordSearchOf, TemplateCountQuery, TemplateSearchBody } from './search-body.ts';
import { narrowToReach } from './sharing.ts';
import { TEMPLATE_KIND, type TemplateVersion, templateReply } from './template.ts';
import { TemplateReply, VersionsReply } from './template-replies.ts';
import type { Access, Templates } from './templates.ts';

/** A template as sent: its own items are checked by the template's rules, which name each fault by path (REC-37). */
const TemplateBody = Type.Record(Type.String(), Type.Unknown());
const IdParameters = Type.Object({ id: Type.String({ minLength: 1 }) });
const AddQuery = Type.Object({
  provisional: Type.Optional(
    Type.Boolean({
      description: 'it is for a dry run, and goes when nothing comes into it and nobody saves it for 3 days',
    }),
  ),
});
const DeleteQuery = Type.Object({
  empty: Type.Optional(Type.Boolean({ description: 'only when no row ever came into it' })),
});
const SaveQuery = Type.Object({ mode: Type.Optional(Type.String()), id: Type.Optional(Type.String()) });

/** API-11: the id comes from the body, the path or the query; they must agree. */
function idOf(...candidates: readonly unknown[]): string {
  const ids = new Set(candidates.filter((id): id is string => typeof id === 'string' && id !== ''));
  const [id] = ids;
  if (id === undefined) throw malformed("'id' of the template is missing.");
  if (ids.size > 1) throw malformed(`The ids ${[...ids].join(' and ')} do not agree.`);
  return id;
}

function registerSaves(app: FastifyInstance, templates: Templates): void {
  route(app, 'template.add', {
    schema: { body: TemplateBody, querystring: AddQuery, reply: TemplateReply },
    handler: async ({ scope, body, query: { provisional = false } }) =>
      templateReply(await templates.create(scope, body, { provisional })),
  });
  route(app, 'template.copy', {
    schema: {
      body: Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }, { additionalProperties: false }),
      reply: TemplateReply,
    },
    handler: async ({ scope, reach, body }) =>
      templateReply(await templates.copy({ scope, reach }, body.id, body.name)),
  });
  route(app, 'template.save', {
    schema: { body: TemplateBody, querystring: SaveQuery, reply: TemplateReply },
    handler: async ({ scope, reach, body, query, params }) => {
      const mode = query.mode ?? 'deep';
      if (mode !== 'deep' && mode !== 'deploy') throw malformed(`mode '${mode}' is neither deep nor deploy.`);
      const id = idOf(Reflect.get(Object(params), 'id'), body.id, query.id);
      const access = { scope, reach };
      return templateReply(
        await (mode === 'deploy' ? templates.deploy(access, id, body) : templates.save(access, id, body)),
      );
    },
  });
  route(app, 'template.delete', {
    schema: { params: IdParameters, querystring: DeleteQuery, reply: IdReply },
    handler: async ({ scope, reach, params: { id }, query }) => {
      const access = { scope, reach };
      await templates.get(access, id);
      if (query.empty) await templates.removeEmpty(access, id);
      else await templates.remove(access, [id]);
      return { id };
    },
  });
  route(app, 'template.remove', {
    schema: {
      body: Type.Object({
        id: Type.Optional(Type.String()),
        ids: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })),
        templates: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })),
      }),
      reply: RemovedReply,
    },
    handler: async ({ scope, reach, body }) => {
      const ids = [...(body.id === undefined ? [] : [body.id]), ...(body.ids ?? []), ...(body.templates ?? [])];
      return { removed: await templates.remove({ scope, reach }, ids) };
    },
  });
}

function registerReads(app: FastifyInstance, templates: Templates, records: RecordStore): void {
  const searched = async ({ scope, reach }: Access, body: TemplateSearchBody) => {
    const search = recordSearchOf(body);
    const narrowed = await narrowToReach(records, scope, reach);
    const ids =
      narrowed?.ids && search.ids
        ? search.ids.filter((id) => narrowed.ids?.includes(id))
        : (narrowed?.ids ?? search.ids);
    const where = { ...search.where, ...narrowed?.where };
    return { ...search, where, ...(ids && { ids }) };
  };
  route(app, 'template.count', {
    schema: { querystring: TemplateCountQuery, reply: CountReply },
    handler: async ({ scope, reach, query }) => {
      const { cluster, tenant, ...narrowing } = query as TemplateSearchBody;
      if (isElsewhere(scope, { cluster, tenant })) return { count: 0 };
      return { count: await records.count(scope, TEMPLATE_KIND, await searched({ scope, reach }, narrowing)) };
    },
  });
  route(app, 'template.search', {
    schema: { body: Type.Optional(TemplateSearchBody), reply: Type.Array(TemplateReply) },
    handler: async ({ scope, reach, body }) => {
      const { cluster, tenant, ...wanted } = body ?? {};
      if (isElsewhere(scope, { cluster, tenant })) return answerOfList({ records: [], total: 0 });
      const found = await records.search(scope, TEMPLATE_KIND, await searched({ scope, reach }, wanted));
      return answerOfList({ ...found, records: found.records.map(templateReply) });
    },
  });
  route(app, 'template.get', {
    schema: { params: IdParameters, reply: TemplateReply },
    handler: async ({ scope, reach, params }) => {
      const record = await templates.find({ scope, reach }, params.id);
      return record ? templateReply(record) : absent();
    },
  });
}

function registerVersions(app: FastifyInstance, templates: Templates): void {
  const IdQuery = Type.Object({ id: Type.String({ minLength: 1 }) });
  const ListQuery = Type.Object({
    id: Type.String({ minLength: 1 }),
    version: Type.Optional(Type.String({ pattern: '^\\d+\\.\\d+$' })),
    ...PageBounds,
  });
  route(app, 'template.version.count', {
    schema: { querystring: IdQuery, reply: CountReply },
    handler: async ({ scope, reach, query }) => {
      const found = await templates.versions({ scope, reach }, query.id, { from: 0, to: 1 });
      return found ? { count: found.total } : absent();
    },
  });
  route(app, 'template.version.list', {
    schema: { querystring: ListQuery, reply: VersionsReply },
    handler: async ({ scope, reach, query }) => {
      const access = { scope, reach };
      if (query.version !== undefined) {
        const record = await templates.version(access, query.id, query.version);
        return record ? versionReply(record.doc as unknown as TemplateVersion, record.ts) : absent();
      }
      const found = await templates.versions(access, query.id, pageOf(query, DEFAULT_PAGE_SIZE));
      if (!found) return absent();
      const rows = found.records.map((record) => {
        const { items, config: _, ...summary } = versionReply(record.doc as unknown as TemplateVersion, record.ts);
        return { ...summary, fields: items.length };
      });
      return answer(rows, { total: found.total });
    },
  });
}

const versionReply = ({ template, ...version }: TemplateVersion, ts: number) => ({
  id: template,
  version: `${version.version_major}.${version.version_minor}`,
  ts,
  ...version,
});

/** Templates as records: add, copy, save, deploy, remove, search, and the versions kept of each. */
export function registerTemplateRecords(app: FastifyInstance, templates: Templates, records: RecordStore): void {
  registerSaves(app, templates);
  registerReads(app, templates, records);
  registerVersions(app, templates);
}
