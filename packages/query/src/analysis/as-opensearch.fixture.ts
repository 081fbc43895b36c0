import assert from 'node:assert/strict';
import { Fields } from '../reading/fields.ts';
import { tokensOf } from './analyse.ts';
import { readAdHocAnalyser } from './settings/read-analysis.ts';

/** What OpenSearch 2.19.1 answers: word, position (and how many it stands for), places. */
export function same(put: unknown, text: string, expected: readonly string[]): void {
  const analyser = readAdHocAnalyser(new Fields(put, '', 'an analyzer'));
  const own = tokensOf(analyser, text).map(
    ({ word, position, positionLength, start, end }) =>
      `${word} ${position}${positionLength === undefined ? '' : `+${positionLength}`} ${start}-${end}`,
  );
  assert.deepEqual(own, expected, JSON.stringify(put));
}
