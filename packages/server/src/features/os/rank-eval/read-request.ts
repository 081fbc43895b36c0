import { parseSearch } from '@datasarana/query';
import { isObject } from '../call.ts';
import type { Body } from '../json-object.ts';
import type { Rating } from './metrics.ts';
import { requestFault } from './refusal.ts';

/** A search whose hits are measured. */
export interface RatedSearch {
  readonly id: string;
  /** The search itself; null where it comes from a template. */
  readonly search: Body | null;
  readonly template: string | null;
  readonly params: Body;
  /** Fields shown of each hit. */
  readonly shown: readonly string[];
  readonly all: readonly number[];
  readonly ratingOf: (hit: { readonly _index: unknown; readonly _id: unknown }) => Rating;
}

const KEYS = ['id', 'request', 'ratings', 'template_id', 'params', 'summary_fields'];

const fault = (reason: string, type = 'illegal_argument_exception') => requestFault('requests', type, reason);

const keyOf = (index: unknown, id: unknown): string => JSON.stringify({ _index: index, _id: id });

function ratingsOf(given: unknown, id: string): ReadonlyMap<string, number> {
  if (!Array.isArray(given)) throw fault('Required [ratings]');
  const ratings = new Map<string, number>();
  for (const each of given) {
    if (!isObject(each) || each._index === undefined || each._id === undefined)
      throw fault('a rating names its [_index], [_id] and [rating]');
    const rating = Number(each.rating);
    if (!Number.isInteger(rating)) throw fault(`[rating] has to be a whole number, not [${each.rating}]`);
    const key = keyOf(String(each._index), String(each._id));
    if (ratings.has(key)) throw fault(`Found duplicate rated document key [${key}] in evaluation request [${id}]`);
    ratings.set(key, rating);
  }
  return ratings;
}

const NOT_THERE = [
  [['aggs', 'aggregations'], 'contain aggregations'],
  [['suggest'], 'contain a suggest section'],
  [['highlight'], 'contain a highlighter section'],
  [['explain'], 'use explain'],
  [['profile'], 'use profile'],
] as const;

/** Parts that say nothing of a ranking. @throws PlatformError */
export function refuseParts(search: Body): void {
  for (const [names, what] of NOT_THERE) {
    if (names.some((name) => search[name] !== undefined && search[name] !== false))
      throw fault(`Query in rated requests should not ${what}.`);
  }
}

function readOne(given: unknown): RatedSearch {
  if (!isObject(given)) throw fault('a request is an object');
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw fault(`[request] unknown field [${unknown}]`, 'x_content_parse_exception');
  const { id, request, template_id: template, params = {}, summary_fields: shown = [] } = given;
  if (id === undefined) throw fault('Required [id]');
  const ratings = ratingsOf(given.ratings, String(id));
  const search = isObject(request) ? request : null;
  if (search === null && template === undefined)
    throw fault('If there is no test request, then template_id must be specified.');
  if (search !== null && template !== undefined)
    throw fault('Ambiguous rated request: Set both, verbatim test request and test request template parameters.');
  if (search === null && !(isObject(params) && Object.keys(params).length > 0))
    throw fault('Required [params] beside [template_id]: what the template is filled with.');
  if (search !== null) {
    refuseParts(search);
    parseSearch(search);
  }
  return {
    id: String(id),
    search,
    template: template === undefined ? null : String(template),
    params: isObject(params) ? params : {},
    shown: Array.isArray(shown) ? shown.map(String) : [],
    all: [...ratings.values()],
    ratingOf: ({ _index, _id }) => ratings.get(keyOf(_index, _id)) ?? null,
  };
}

/** Reads `requests` of a `_rank_eval`. */
export function readRequests(given: unknown): readonly RatedSearch[] {
  if (given !== undefined && !Array.isArray(given)) throw fault('[requests] has to be a list');
  const requests = (given ?? []).map(readOne);
  if (requests.length > 0) return requests;
  throw fault('Cannot evaluate ranking if no search requests with rated results are provided. Seen: []');
}
