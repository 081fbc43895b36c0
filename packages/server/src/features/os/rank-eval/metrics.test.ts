import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { readMetric } from './read-metric.ts';

const FOUND = [3, null, 1, null];
const ALL = [3, 1, 2];

/** The last digit of a logarithm is the machine's. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? Number(each.toFixed(12)) : each));

// figures of OpenSearch 2.19.1
test('[QRY-01] rankings are measured as OpenSearch measures them', () => {
  const told = [
    [{ precision: {} }, 0.5, { relevant_docs_retrieved: 2, docs_retrieved: 4 }],
    [{ precision: { ignore_unlabeled: true } }, 1, { relevant_docs_retrieved: 2, docs_retrieved: 2 }],
    [{ recall: {} }, 2 / 3, { relevant_docs_retrieved: 2, relevant_docs: 3 }],
    [{ mean_reciprocal_rank: {} }, 1, { first_relevant: 1 }],
    [{ mean_reciprocal_rank: { relevant_rating_threshold: 4 } }, 0, { first_relevant: -1 }],
    [{ dcg: {} }, 7.5, { dcg: 7.5, unrated_docs: 2 }],
    [
      { dcg: { normalize: true } },
      0.7984848580994977,
      { dcg: 7.5, ideal_dcg: 9.392789260714371, normalized_dcg: 0.7984848580994977, unrated_docs: 2 },
    ],
    [{ expected_reciprocal_rank: { maximum_relevance: 3 } }, 0.8802083333333334, { unrated_docs: 2 }],
  ] as const;
  for (const [metric, score, details] of told) {
    assert.deepEqual(
      rounded(readMetric(metric).measure(FOUND, ALL)),
      rounded({ score, details }),
      JSON.stringify(metric),
    );
  }
});

test('[QRY-01] a metric that cannot be read is refused', () => {
  const wrong = [undefined, { foo: {} }, { precision: { k: 0 } }, { dcg: { x: 1 } }, { expected_reciprocal_rank: {} }];
  for (const metric of wrong) assert.throws(() => readMetric(metric), PlatformError, JSON.stringify(metric));
});
