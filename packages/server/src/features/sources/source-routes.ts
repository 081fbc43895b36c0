import { DEFAULT_PAGE_SIZE, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { absent, answer } from '../../http/envelope.ts';
import { IdReply, RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { RecordSearch } from '../../stores/records/port.ts';
import { PageBounds, pageOf } from '../records/search-body.ts';
import { CONVERTER_KIND, ConverterReply, SOURCE_KIND, SourceReply, shown } from './source-record.ts';
import { detectedPrintOf, fingerprintOf, type Sources } from './sources.ts';

const text = () => Type.Optional(Type.String());
const Page = {
  key: text(),
  keyword: text(),
  ...PageBounds,
};
const SourceSearch = Type.Object({ ...Page, provider: text() }, { additionalProperties: false });
const ConverterSearch = Type.Object(
  {
    ...Page,
    source: text(),
    template: text(),
    columns: Type.Optional(
      Type.Array(Type.String(), { maxItems: 10_000, description: 'column names of a file, in any order' }),
    ),
    detected_columns: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 10_000,
        description: 'column names of a file as it opens by itself, in any order',
      }),
    ),
  },
  { additionalProperties: false },
);
const IdParameters = Type.Object({ id: Type.String({ minLength: 1 }) });

function searchOf(
  body: Pick<Static<typeof SourceSearch>, 'key' | 'keyword' | 'from' | 'to'>,
  where: RecordSearch['where'] = {},
): RecordSearch {
  const { key, keyword = '' } = body;
  return {
    keys: key === undefined || key === '' || key === '*' ? [] : [key],
    keyword: keyword === '*' ? '' : keyword,
    where,
    ...pageOf(body, DEFAULT_PAGE_SIZE),
  };
}

/** Sources and converters: kept, read, found and removed (API-81, API-82, SRC-31). */
export function registerSources(app: FastifyInstance, sources: Sources): void {
  route(app, 'source.save', {
    schema: { body: Type.Record(Type.String(), Type.Unknown()), reply: SourceReply },
    handler: async ({ scope, body }) => shown(await sources.save(scope, body)),
  });
  route(app, 'source.get', {
    schema: { params: IdParameters, reply: SourceReply },
    handler: async ({ scope, params }) => {
      const record = await sources.find(scope, SOURCE_KIND, params.id);
      return record ? shown(record) : absent();
    },
  });
  route(app, 'source.search', {
    schema: { body: Type.Optional(SourceSearch), reply: Type.Array(SourceReply) },
    handler: async ({ scope, body = {} }) => {
      const where = body.provider === undefined ? {} : { provider: body.provider };
      const { records, total } = await sources.search(scope, SOURCE_KIND, searchOf(body, where));
      return answer(records.map(shown), { total });
    },
  });
  route(app, 'source.remove', {
    schema: {
      body: Type.Object({ ids: Type.Array(Type.String(), { maxItems: 1000 }) }, { additionalProperties: false }),
      reply: RemovedReply,
    },
    handler: async ({ scope, body }) => ({ removed: await sources.remove(scope, SOURCE_KIND, body.ids) }),
  });
  route(app, 'source.delete', {
    schema: { params: IdParameters, reply: IdReply },
    handler: async ({ scope, params }) => {
      await sources.get(scope, params.id);
      await sources.remove(scope, SOURCE_KIND, [params.id]);
      return { id: params.id };
    },
  });
  registerConverters(app, sources);
}

function registerConverters(app: FastifyInstance, sources: Sources): void {
  route(app, 'source.converter.get', {
    schema: { params: IdParameters, reply: ConverterReply },
    handler: async ({ scope, params }) => {
      const record = await sources.find(scope, CONVERTER_KIND, params.id);
      return record ? shown(record) : absent();
    },
  });
  route(app, 'source.converter.search', {
    schema: { body: Type.Optional(ConverterSearch), reply: Type.Array(ConverterReply) },
    handler: async ({ scope, body = {} }) => {
      const { source, template, columns, detected_columns: detected } = body;
      const where = {
        ...(source !== undefined && { source }),
        ...(template !== undefined && { template }),
        ...(columns && { fingerprint: fingerprintOf(columns) }),
        // those kept before dates were left out have the plain one
        ...(detected && { detected_fingerprint: [detectedPrintOf(detected), fingerprintOf(detected)] }),
      };
      const { records, total } = await sources.search(scope, CONVERTER_KIND, searchOf(body, where));
      return answer(records.map(shown), { total });
    },
  });
  route(app, 'source.converter.delete', {
    schema: { params: IdParameters, reply: IdReply },
    handler: async ({ scope, params }) => {
      const removed = await sources.remove(scope, CONVERTER_KIND, [params.id]);
      if (removed === 0) throw notFound(`There is no converter '${params.id}'.`);
      return { id: params.id };
    },
  });
}
