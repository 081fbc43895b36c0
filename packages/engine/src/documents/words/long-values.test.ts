import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyAnalyser } from '@datasarana/query';
import { dice } from '@datasarana/testkit';
import { Breath } from '../../store/breath.ts';
import { FieldWords } from './field-words.ts';
import { orderInSteps, orderOf } from './term-order.ts';

/** One that is always due. */
class CountedBreath extends Breath {
  taken = 0;

  override get isDue(): boolean {
    return true;
  }

  override async take(): Promise<void> {
    this.taken++;
  }
}

const PARTS = ["it's", '1.5', 'U.S.A.', 'the', 'a_b', 'Ärger', 'x-y', '...', '한글', 'word', "'", '\t\n'];
const below = dice(7919);
const textOf = (parts: number): string =>
  Array.from({ length: parts }, () => `${PARTS[below(PARTS.length)]}${below(9000)} `).join('');

const VALUES: readonly (string | readonly string[])[] = [
  textOf(12_000),
  Array.from({ length: 8000 }, () => textOf(2)),
  `${textOf(3000)} 👍🏽 e\u0301 ${textOf(3000)}`,
  `${textOf(3000)} ${'x'.repeat(300)} ${textOf(3000)}`,
  'a short one',
];

const ANALYSERS: readonly AnyAnalyser[] = [
  'standard',
  'english',
  'whitespace',
  'keyword',
  { tokenizer: 'standard', filters: [{ kind: 'length', min: 2, max: 5 }] },
];

for (const analyser of ANALYSERS) {
  test(`[IDX-09] a long value has the words it has when it is cut in one step, ${JSON.stringify(analyser)}`, async () => {
    for (const value of VALUES) {
      const [whole, pieces] = [new FieldWords(analyser), new FieldWords(analyser)];
      const breath = new CountedBreath();
      for (const doc of [3, 5]) {
        whole.add(doc, value);
        await pieces.addLong(doc, value, breath);
      }
      assert.deepEqual(await pieces.segmentInPieces(new Set(), breath), whole.segment(new Set()));
    }
  });
}

test('[IDX-09] others have their turn while the words of a long value are cut and put in order', async () => {
  const words = new FieldWords('standard');
  const breath = new CountedBreath();
  const text = Array.from({ length: 20_000 }, (_, i) => `word${(i * 7919) % 20_000}`).join(' ');
  await words.addLong(0, text, breath);
  const { taken } = breath;
  assert.ok(taken > 40, `${taken} turns for ${text.length} characters`);
  await words.segmentInPieces(new Set(), breath);
  assert.ok(breath.taken - taken > 10, `${breath.taken - taken} turns for 20,000 terms`);
});

test('[IDX-09] terms are in the same order whether they are sorted at once or step by step', () => {
  for (const count of [0, 1, 4096, 4097, 30_000]) {
    const terms = Array.from({ length: count }, (_, i) => `${(i * 7919) % 30_011} ä`);
    const steps = orderInSteps(terms);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    assert.deepEqual(step.value, orderOf(terms));
  }
});
