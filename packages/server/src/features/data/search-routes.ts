import { accuracyOf, parseSearch } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { absent, answer, foundOrNull } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { dataAccess } from './data-access.ts';
import { DOWNLOAD_FORMATS, DOWNLOADS, downloadOf, hitsOf } from './downloads/download.ts';
import { matchesOf, type Question } from './downloads/matches.ts';
import { refuseHidden } from './field-rights.ts';
import { HitsReply, SearchReply } from './record-replies.ts';

const SearchQuery = Type.Object({ template: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const BulkQuery = Type.Object({
  template: Type.String({ minLength: 1 }),
  format: Type.Optional(Type.Union(['json' as const, ...DOWNLOAD_FORMATS].map((format) => Type.Literal(format)))),
  columns: Type.Optional(Type.String({ description: 'dotted paths with commas between; all when missing' })),
});
/** A search in OpenSearch's language; its reader says what is wrong with it, and where. */
const Search = Type.Unknown({
  description: 'a search body of OpenSearch: query, aggs, sort, from, size, _source …; all records when missing',
});
const SEARCH_TIME_MS = 30_000;
/** Hits that are answered in one piece; more are written while they are read. */
const JSON_HITS = 10_000;

/** Null when there is no such template for the caller. */
async function readQuestion(
  call: Call,
  template: string,
  templates: Templates,
  stores: BatchStores,
): Promise<Question | null> {
  const access = await foundOrNull(dataAccess(call, template, templates, stores));
  if (access === null) return null;
  const { template: deployed, hidden } = access;
  const request = parseSearch(call.body ?? {});
  refuseHidden(request, hidden);
  return { request, hidden, template: deployed };
}

/** Search and download of one template's data (API-31, API-32). */
export function registerDataSearch(app: FastifyInstance, templates: Templates, stores: BatchStores): void {
  const { search } = stores;
  route(app, 'data.search', {
    schema: { querystring: SearchQuery, body: Search, reply: SearchReply },
    handler: async (call) => {
      const question = await readQuestion(call, call.query.template, templates, stores);
      if (question === null) return absent();
      const { request, template, hidden } = question;
      const found = await search.search(call.scope, [template.id], request, {
        signal: call.signal,
        hidden,
        timeoutMs: request.timeoutMs ?? SEARCH_TIME_MS,
      });
      return answer({ ...found, accuracy: accuracyOf(request, found) }, { total: found.hits.total.value });
    },
  });
  route(app, 'data.bulk', {
    schema: { querystring: BulkQuery, body: Search, reply: HitsReply, sends: DOWNLOADS },
    handler: async (call) => {
      const { template, format = 'json' } = call.query;
      const question = await readQuestion(call, template, templates, stores);
      if (question === null) return absent();
      const { request } = question;
      if (format === 'json') {
        if (call.query.columns !== undefined)
          throw malformed('Hits come whole: columns are chosen of files.', 'Choose a part of each record by _source.');
        const found = await search.search(
          call.scope,
          [template],
          { ...request, from: 0, size: JSON_HITS },
          { signal: call.signal, hidden: question.hidden },
        );
        const total = found.hits.total.value;
        if (total <= JSON_HITS) return answer(found.hits.hits, { total });
        return hitsOf(await matchesOf(call, question, null, stores));
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
