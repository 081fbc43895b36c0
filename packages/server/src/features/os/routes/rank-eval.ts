import { PlatformError } from '@datasarana/schema';
import { jsonObject } from '../body.ts';
import { isObject, type OsCall } from '../call.ts';
import { errorBody } from '../errors.ts';
import type { Body } from '../json-object.ts';
import type { Metric } from '../rank-eval/metrics.ts';
import { readMetric } from '../rank-eval/read-metric.ts';
import { type RatedSearch, readRequests, refuseParts } from '../rank-eval/read-request.ts';
import { illegal, missingBody, unreadable } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { renderedBy } from '../search-templates/asked.ts';
import { runSearch } from './search.ts';

const KEYS = ['requests', 'metric', 'templates', 'max_concurrent_searches'];

type Templates = ReadonlyMap<string, Body>;

function templatesOf(given: unknown): Templates {
  const templates = new Map<string, Body>();
  for (const each of Array.isArray(given) ? given : []) {
    if (!isObject(each) || !isObject(each.template))
      throw illegal('[templates] are objects with an [id] and a [template]');
    templates.set(String(each.id), readTemplate(each.template));
  }
  return templates;
}

/** The text of a template may stand under its older name. */
function readTemplate({ inline, ...template }: Body): Body {
  return inline === undefined ? template : { source: inline, ...template };
}

/** A search by a template nobody gave says nothing. @throws PlatformError */
function refuseUnknown(requests: readonly RatedSearch[], templates: Templates): void {
  const lost = requests.find(({ template }) => template !== null && !templates.has(template));
  if (lost !== undefined)
    throw unreadable(
      `[rank_eval] failed to parse field [requests]: no template with id [${lost.template}] is given for request id: ${lost.id}`,
    );
}

async function searchOf(call: OsCall, { search, template, params }: RatedSearch, templates: Templates): Promise<Body> {
  if (search !== null) return search;
  const named = templates.get(template ?? '');
  if (named === undefined) throw illegal(`Cannot find template with id [${template}]`);
  const made = jsonObject(await renderedBy(call, { ...named, params }));
  refuseParts(made);
  return made;
}

interface FoundHit extends Body {
  readonly _index: unknown;
  readonly _id: unknown;
}

async function measure(call: OsCall, asked: RatedSearch, metric: Metric, templates: Templates) {
  const search = await searchOf(call, asked, templates);
  const _source = asked.shown.length === 0 ? false : asked.shown;
  const { body } = await runSearch(call, { ...search, size: metric.k, _source });
  const { hits } = body.hits as { readonly hits: readonly FoundHit[] };
  const ratings = hits.map(asked.ratingOf);
  const { score, details } = metric.measure(ratings, asked.all);
  return {
    score,
    shown: {
      metric_score: score,
      unrated_docs: hits.filter((_, i) => ratings[i] === null).map(({ _index, _id }) => ({ _index, _id })),
      hits: hits.map((hit, i) => ({ hit, rating: ratings[i] })),
      metric_details: { [metric.name]: details },
    },
  };
}

/** How good the order of searches is, of which people have said what should be found. */
async function rankEval(call: OsCall) {
  if ((await call.text()).trim() === '') throw missingBody();
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw unreadable(`[rank_eval] unknown field [${unknown}]`);
  const requests = readRequests(body.requests);
  const metric = readMetric(body.metric);
  const templates = templatesOf(body.templates);
  refuseUnknown(requests, templates);
  const [details, failures] = [new Map<string, Body>(), new Map<string, Body>()];
  const scores: number[] = [];
  for (const each of requests) {
    try {
      const { score, shown } = await measure(call, each, metric, templates);
      scores.push(score);
      details.set(each.id, shown);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      failures.set(each.id, { error: errorBody(error).body.error });
    }
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    metric_score: Number.isNaN(mean) ? 'NaN' : mean,
    details: Object.fromEntries(details),
    failures: Object.fromEntries(failures),
  };
}

export const rankEvalRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_rank_eval', '/:index/_rank_eval'], rankEval),
];
