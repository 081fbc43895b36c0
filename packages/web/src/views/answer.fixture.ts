import type { SearchAnswer } from '@datasarana/client';
import { accuracyOf, parseSearch } from '@datasarana/query';
import type { ViewDefinition } from './definition.ts';
import { viewRequest } from './request.ts';

interface Given {
  readonly total?: number;
  readonly relation?: 'eq' | 'gte';
  readonly timedOut?: boolean;
  readonly failedShards?: number;
}

/** An answer to the request of a view, with what the platform says of such an answer. */
export function answerTo(
  view: ViewDefinition,
  aggregations: Readonly<Record<string, object>>,
  { total: value = 10, relation = 'eq', timedOut = false, failedShards = 0 }: Given = {},
): SearchAnswer {
  const total = { value, relation };
  const accuracy = accuracyOf(parseSearch(viewRequest(view, 'UTC')), {
    timed_out: timedOut,
    _shards: { total: 5, successful: 5 - failedShards },
    hits: { total },
    aggregations,
  });
  return { took: 1, timed_out: timedOut, hits: { total, hits: [] }, aggregations, accuracy };
}
