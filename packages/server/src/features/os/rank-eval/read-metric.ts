import { isObject } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal } from '../refusals.ts';
import { expectedRank, gain, type Metric, precision, recall, reciprocalRank } from './metrics.ts';
import { requestFault } from './refusal.ts';

type Read = (body: Body) => Metric['measure'];

interface Kind {
  readonly keys: readonly string[];
  readonly read: Read;
}

const integer = (body: Body, name: string, absent: number): number => {
  const value = Number(body[name] ?? absent);
  if (Number.isInteger(value)) return value;
  throw requestFault('metric', 'illegal_argument_exception', `[${name}] has to be a whole number, not [${body[name]}]`);
};
const threshold = (body: Body): number => {
  const value = integer(body, 'relevant_rating_threshold', 1);
  if (value >= 0) return value;
  throw requestFault(
    'metric',
    'illegal_argument_exception',
    'Relevant rating threshold for precision must be positive.',
  );
};
const unknownOf = (body: Body) =>
  body.unknown_doc_rating === undefined ? null : integer(body, 'unknown_doc_rating', 0);

const KINDS: Readonly<Record<string, Kind>> = {
  precision: {
    keys: ['relevant_rating_threshold', 'ignore_unlabeled'],
    read: (body) => {
      const least = threshold(body);
      return (found) => precision(found, least, body.ignore_unlabeled === true);
    },
  },
  recall: {
    keys: ['relevant_rating_threshold'],
    read: (body) => {
      const least = threshold(body);
      return (found, all) => recall(found, all, least);
    },
  },
  mean_reciprocal_rank: {
    keys: ['relevant_rating_threshold'],
    read: (body) => {
      const least = threshold(body);
      return (found) => reciprocalRank(found, least);
    },
  },
  dcg: {
    keys: ['normalize', 'unknown_doc_rating'],
    read: (body) => {
      const options = { normalize: body.normalize === true, unknown: unknownOf(body) };
      return (found, all) => gain(found, all, options);
    },
  },
  expected_reciprocal_rank: {
    keys: ['maximum_relevance', 'unknown_doc_rating'],
    read: (body) => {
      if (body.maximum_relevance === undefined)
        throw requestFault('metric', 'illegal_argument_exception', 'Required [maximum_relevance]');
      const options = { most: integer(body, 'maximum_relevance', 0), unknown: unknownOf(body) };
      return (found) => expectedRank(found, options);
    },
  },
};

/** Reads `metric` of a `_rank_eval`. @throws PlatformError for one there is none of */
export function readMetric(given: unknown): Metric {
  if (given === undefined) throw illegal('Required [metric]');
  const [[name, body] = ['', {}]] = isObject(given) ? Object.entries(given) : [];
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) throw requestFault('metric', 'named_object_not_found_exception', `unknown field [${name}]`);
  if (!isObject(body)) throw requestFault('metric', 'x_content_parse_exception', `[${name}] has to be an object`);
  const unknown = Object.keys(body).find((key) => key !== 'k' && !kind.keys.includes(key));
  if (unknown !== undefined)
    throw requestFault('metric', 'x_content_parse_exception', `[${name}] unknown field [${unknown}]`);
  const k = integer(body, 'k', 10);
  if (k <= 0) throw requestFault('metric', 'illegal_argument_exception', 'Window size k must be positive.');
  return { name, k, measure: kind.read(body) };
}
