import type { PhraseCondition, WordsCondition } from './condition.ts';
import { type Explain, node, type Surroundings, sumOf } from './explanation.ts';
import type { Explanation } from './response.ts';
import { B, type FieldSize, floatText, idf, K1, LENGTHS } from './text/bm25.ts';
import { phraseCounts } from './text/phrase.ts';
import { readerOf } from './text/term-postings.ts';

export async function explainWords(
  { postings: table, words, boost: own, required }: WordsCondition,
  outer: number,
  { context: { postings }, fieldOf }: Surroundings,
): Promise<Explain> {
  const boost = own * outer;
  const found = await postings.terms(table, words);
  const size = await postings.size(table);
  const terms = words.flatMap((word) => {
    const list = found.get(word);
    return list === undefined ? [] : [{ word, list, read: readerOf(list) }];
  });
  return (doc) => {
    const parts = terms.flatMap(({ word, list, read }) => {
      const here = read(doc);
      if (here === null) return [];
      const rare = rarity(size.documents, list.documentFrequency);
      const often = frequency(here.frequency, 'freq, occurrences of term within document', here.norm, size);
      return [weight(`${fieldOf(table)}:${word} in ${doc}`, boost, rare, often)];
    });
    return parts.length < required ? null : sumOf(parts);
  };
}

/** Words one after another score as one word, as rare as all of them together. */
export async function explainPhrase(
  condition: PhraseCondition,
  outer: number,
  docs: readonly number[],
  { context, fieldOf }: Surroundings,
): Promise<Explain> {
  const { postings: table } = condition;
  const { postings } = context;
  const { slots, counts } = await phraseCounts(condition, docs, context);
  const words = slots.flatMap((slot) => slot.words);
  const [found, size] = [await postings.terms(table, words), await postings.size(table)];
  const lists = words.flatMap((word) => found.get(word) ?? []).filter((list) => list.documentFrequency > 0);
  const rarities = lists.map((list) => rarity(size.documents, list.documentFrequency));
  const rare = node(
    rarities.reduce((sum, { value }) => sum + value, 0),
    'idf, sum of:',
    rarities,
  );
  const readers = lists.map(readerOf);
  return (doc) => {
    const count = counts.get(doc);
    if (count === undefined) return null;
    const norm = readers.map((read) => read(doc)).find((here) => here !== null)?.norm;
    const often = frequency(count, `phraseFreq=${floatOf(count)}`, norm, size);
    return weight(
      `${fieldOf(table)}:"${words.join(' ')}"${condition.slop > 0 ? `~${condition.slop}` : ''} in ${doc}`,
      condition.boost * outer,
      rare,
      often,
    );
  };
}

/** As Java prints a float. */
const floatOf = (count: number): string => (Number.isInteger(count) ? count.toFixed(1) : String(floatText(count)));

/** `value` is idf. */
const rarity = (documents: number, withTerm: number): Explanation =>
  node(idf(documents, withTerm), 'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:', [
    node(withTerm, 'n, number of documents containing term'),
    node(documents, 'N, total number of documents with field'),
  ]);

interface Frequency {
  readonly count: number;
  readonly tf: Explanation;
}

function frequency(count: number, told: string, norm: number | undefined, size: FieldSize): Frequency {
  const length = size.lengthless === true ? 1 : (LENGTHS[norm ?? 0] ?? 0);
  const average = size.documents === 0 ? 1 : Math.fround(size.tokens / size.documents);
  const tf = count / (count + K1 * (1 - B + (B * length) / average));
  return {
    count,
    tf: node(tf, 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
      node(count, told),
      node(K1, 'k1, term saturation parameter'),
      node(B, 'b, length normalization parameter'),
      node(length, 'dl, length of field'),
      node(average, 'avgdl, average length of field'),
    ]),
  };
}

function weight(term: string, boost: number, rare: Explanation, { count, tf }: Frequency): Explanation {
  const factor = boost * (K1 + 1);
  const told = `score(freq=${floatOf(count)}), computed as boost * idf * tf from:`;
  const score = node(factor * rare.value * tf.value, told, [node(factor, 'boost'), rare, tf]);
  return { ...score, description: `weight(${term}) [PerFieldSimilarity], result of:`, details: [score] };
}
