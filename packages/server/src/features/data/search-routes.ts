import { Readable } from 'node:stream';
import type { FieldDefinition, Hit } from '@datasarana/engine';
import { parseSearch, type SearchRequest } from '@datasarana/query';
import { csvRow, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { answer, download } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { dataAccess } from './data-access.ts';
import { visibleBody, visiblePart, withoutHidden } from './field-rights.ts';
import { HitsReply, SearchReply } from './reply-schemas.ts';
import { valueAt } from './value-at.ts';

const SearchQuery = Type.Object({ template: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const BulkQuery = Type.Object({
  template: Type.String({ minLength: 1 }),
  format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('ndjson')])),
});
const SEARCH_TIME_MS = 30_000;
const DOWNLOAD_TIME_MS = 600_000;
const JSON_HITS = 10_000;

interface Question {
  readonly request: SearchRequest;
  readonly hidden: readonly string[];
  readonly template: string;
}

async function readQuestion(
  call: Call,
  template: string,
  templates: Templates,
  stores: BatchStores,
): Promise<Question> {
  const access = await dataAccess(call, template, templates, stores.records);
  const body = visibleBody(call.body ?? {}, access.template.template.items, access.hidden);
  return { request: withoutHidden(parseSearch(body), access.hidden), hidden: access.hidden, template };
}

/** Dotted paths of the columns of a download, in template order. */
function columnsOf(fields: readonly FieldDefinition[], hidden: readonly string[], prefix = ''): readonly string[] {
  return fields.flatMap((field) => {
    const path = prefix + field.name;
    if (hidden.includes(path)) return [];
    if (field.type === 'object' && field.fields) return columnsOf(field.fields, hidden, `${path}.`);
    return field.type === 'geo_point' ? [`${path}.lat`, `${path}.lon`] : [path];
  });
}

async function* csvLines(
  pages: AsyncIterable<readonly Hit[]>,
  columns: readonly string[],
  hidden: readonly string[],
): AsyncGenerator<string> {
  yield csvRow(['_id', ...columns]);
  for await (const hits of pages) {
    yield hits
      .map((hit) => {
        const source = visiblePart(hit._source ?? {}, hidden);
        return csvRow([hit._id, ...columns.map((path) => valueAt(source, path))]);
      })
      .join('');
  }
}

async function* jsonLines(pages: AsyncIterable<readonly Hit[]>, hidden: readonly string[]): AsyncGenerator<string> {
  for await (const hits of pages) {
    yield hits
      .map((hit) => `${JSON.stringify({ _id: hit._id, ...visiblePart(hit._source ?? {}, hidden) })}\n`)
      .join('');
  }
}

/** Search and download of one template's data (API-31, API-32). */
export function registerDataSearch(app: FastifyInstance, templates: Templates, stores: BatchStores): void {
  const { search } = stores;
  route(app, 'data.search', {
    schema: { querystring: SearchQuery, reply: SearchReply },
    handler: async (call) => {
      const { request, template } = await readQuestion(call, call.query.template, templates, stores);
      const found = await search.search(call.scope, [template], request, {
        signal: call.signal,
        timeoutMs: request.timeoutMs ?? SEARCH_TIME_MS,
      });
      return answer(found, { total: found.hits.total.value });
    },
  });
  route(app, 'data.bulk', {
    schema: { querystring: BulkQuery, reply: HitsReply },
    handler: async (call) => {
      const { template, format = 'json' } = call.query;
      const { request, hidden } = await readQuestion(call, template, templates, stores);
      if (format === 'json') {
        const found = await search.search(
          call.scope,
          [template],
          { ...request, from: 0, size: JSON_HITS },
          { signal: call.signal },
        );
        if (found.hits.total.value > JSON_HITS) throw tooMany(found.hits.total.value);
        return answer(found.hits.hits, { total: found.hits.total.value });
      }
      const limits = { signal: call.signal, timeoutMs: DOWNLOAD_TIME_MS };
      const pages = search.scan(call.scope, [template], request.query, limits);
      if (format === 'ndjson') {
        return download(Readable.from(jsonLines(pages, hidden)), 'application/x-ndjson', `${template}.ndjson`);
      }
      const definition = await search.definition(call.scope, template);
      const columns = columnsOf(definition?.fields ?? [], hidden);
      return download(Readable.from(csvLines(pages, columns, hidden)), 'text/csv; charset=utf-8', `${template}.csv`);
    },
  });
}

const tooMany = (total: number): PlatformError =>
  new PlatformError(`${total} records match; as JSON at most ${JSON_HITS} come at once.`, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 413,
    hint: 'Ask for format=csv or format=ndjson, which deliver all matches as a stream.',
  });
