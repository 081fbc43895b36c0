import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CutTexts, countOut, documentsWithTexts, type Segment } from './segment.ts';
import { type FirstsOfTexts, firstsOf } from './together.ts';

const TERMS = ['airport', 'in', 'san', 'jose', 'diego', 'intl', 'new', 'york'];

const textArbitrary = fc.array(fc.nat(TERMS.length - 1), { maxLength: 9 });

function cutOf(texts: readonly (readonly number[])[]): CutTexts {
  const starts = [0];
  for (const words of texts) starts.push((starts.at(-1) ?? 0) + words.length);
  const norms = Int32Array.from(texts, (words) => words.length);
  return { terms: TERMS, starts: Int32Array.from(starts), words: Int32Array.from(texts.flat()), places: null, norms };
}

/** The documents of each term with their lengths, those that have a word twice twice. */
function occurrencesOf(
  { terms, starts, docs, norms }: Segment,
  together: FirstsOfTexts['together'] = new Map(),
): Readonly<Record<string, string>> {
  const found = terms.flatMap((term, i) => {
    const own = Array.from(docs, (doc, at) => `${doc}:${norms[at]}`).slice(starts[i], starts[i + 1]);
    return [term, ...(together.get(i) ?? [])].map((each) => [each, own.join(' ')] as const);
  });
  assert.equal(new Set(found.map(([term]) => term)).size, found.length, 'no term stands there twice');
  return Object.fromEntries(found.filter(([, own]) => own !== '').toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

test('[TPL-31] words that are always together have the occurrences they have by themselves', () => {
  fc.assert(
    fc.property(
      fc.array(textArbitrary, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      (texts, picks) => {
        const cut = cutOf(texts);
        const documents = documentsWithTexts(
          Int32Array.from(picks, (pick) => pick % texts.length),
          5,
        );
        const { cut: firsts, together } = firstsOf(cut);
        assert.deepEqual(occurrencesOf(countOut(firsts, documents), together), occurrencesOf(countOut(cut, documents)));
      },
    ),
  );
});

test('[TPL-31] a word that stands twice in one of the texts is not taken for one that stands there once', () => {
  const { cut, together } = firstsOf(cutOf([[0, 1, 6, 7], [2, 3, 0, 1, 1], [4]]));
  assert.deepEqual(
    [...cut.terms.keys()].map((i) => [cut.terms[i], ...(together.get(i) ?? [])]),
    [['airport'], ['in'], ['san', 'jose'], ['diego'], ['intl'], ['new', 'york']],
  );
});
