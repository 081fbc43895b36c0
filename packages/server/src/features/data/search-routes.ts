import { join } from 'node:path';
import { accuracyOf, parseSearch, type SearchRequest } from '@datasarana/query';
import { malformed, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { DeployedTemplate, Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { dataAccess } from './data-access.ts';
import { DOWNLOAD_FORMATS, downloadOf, type Matches } from './downloads/download.ts';
import { refuseHidden } from './field-rights.ts';
import { HitsReply, SearchReply } from './reply-schemas.ts';

const SearchQuery = Type.Object({ template: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const BulkQuery = Type.Object({
  template: Type.String({ minLength: 1 }),
  format: Type.Optional(Type.Union(['json' as const, ...DOWNLOAD_FORMATS].map((format) => Type.Literal(format)))),
  columns: Type.Optional(Type.String({ description: 'dotted paths with commas between; all when missing' })),
});
const SEARCH_TIME_MS = 30_000;
const DOWNLOAD_TIME_MS = 600_000;
const JSON_HITS = 10_000;

interface Question {
  readonly request: SearchRequest;
  readonly hidden: readonly string[];
  readonly template: DeployedTemplate;
}

async function readQuestion(
  call: Call,
  template: string,
  templates: Templates,
  stores: BatchStores,
): Promise<Question> {
  const { template: deployed, hidden } = await dataAccess(call, template, templates, stores.records);
  const request = parseSearch(call.body ?? {});
  refuseHidden(request, hidden);
  return { request, hidden, template: deployed };
}

/** All matches and their number, of one moment; the moment is let go of when the last page was read or the reader left. */
async function matchesOf(
  call: Call,
  { request, hidden, template }: Question,
  chosen: readonly string[] | null,
  stores: BatchStores,
): Promise<Matches> {
  for (const name of ['postFilter', 'minScore', 'collapse', 'searchAfter', 'slice'] as const) {
    if (request[name] !== undefined) throw queryOnly(name);
  }
  const snapshot = await stores.search.snapshot(call.scope);
  const limits = { signal: call.signal, timeoutMs: DOWNLOAD_TIME_MS, hidden };
  try {
    const counted = await snapshot.search(
      [template.id],
      { ...request, aggs: parseSearch({}).aggs, from: 0, size: 0, trackTotalHits: true },
      limits,
    );
    const definition = await stores.search.definition(call.scope, template.id);
    async function* pages() {
      try {
        yield* snapshot.scan([template.id], request.query, limits);
      } finally {
        await snapshot.close();
      }
    }
    return {
      close: () => snapshot.close(),
      template: { id: template.id, name: template.template.name, definition: template.template },
      fields: definition?.fields ?? [],
      hidden,
      chosen,
      total: counted.hits.total.value,
      pages: pages(),
      spare: join(stores.config.data, 'downloads'),
    };
  } catch (cause) {
    await snapshot.close();
    throw cause;
  }
}

/** Search and download of one template's data (API-31, API-32). */
export function registerDataSearch(app: FastifyInstance, templates: Templates, stores: BatchStores): void {
  const { search } = stores;
  route(app, 'data.search', {
    schema: { querystring: SearchQuery, reply: SearchReply },
    handler: async (call) => {
      const { request, template, hidden } = await readQuestion(call, call.query.template, templates, stores);
      const found = await search.search(call.scope, [template.id], request, {
        signal: call.signal,
        hidden,
        timeoutMs: request.timeoutMs ?? SEARCH_TIME_MS,
      });
      return answer({ ...found, accuracy: accuracyOf(request, found) }, { total: found.hits.total.value });
    },
  });
  route(app, 'data.bulk', {
    schema: { querystring: BulkQuery, reply: HitsReply },
    handler: async (call) => {
      const { template, format = 'json' } = call.query;
      const question = await readQuestion(call, template, templates, stores);
      const { request } = question;
      if (format === 'json') {
        const found = await search.search(
          call.scope,
          [template],
          { ...request, from: 0, size: JSON_HITS },
          { signal: call.signal, hidden: question.hidden },
        );
        if (found.hits.total.value > JSON_HITS) throw tooMany(found.hits.total.value);
        return answer(found.hits.hits, { total: found.hits.total.value });
      }
      const chosen = call.query.columns ? call.query.columns.split(',').map((path) => path.trim()) : null;
      const matches = await matchesOf(call, question, chosen, stores);
      try {
        return downloadOf(format, matches);
      } catch (cause) {
        await matches.close();
        throw cause;
      }
    },
  });
}

const queryOnly = (name: string): PlatformError =>
  malformed(`A download delivers all matches of the query: '${name}' has no place in it.`, 'Put it into the query.');

const tooMany = (total: number): PlatformError =>
  new PlatformError(`${total} records match; as JSON at most ${JSON_HITS} come at once.`, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 413,
    hint: 'Ask for format=csv, xlsx, ndjson, datasarana, geojson or parquet, which deliver all matches as a stream.',
  });
