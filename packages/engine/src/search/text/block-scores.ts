import { setImmediate } from 'node:timers/promises';
import { BLOCK } from './best.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import type { DenseTerm } from './dense-term.ts';
import { placeOf } from './place-of.ts';
import type { BlockScores, PostingsSource } from './postings-source.ts';
import { isDense, type ListedTerm, readerOf, type TermPostings } from './term-postings.ts';

/** What is to be known of a field. */
export type BlockSource = Pick<PostingsSource, 'capacity' | 'remembered' | 'size' | 'scores'>;

/** Scores of a term by blocks of documents; which of them are low is kept. */
export const blockScoresOf = (
  postings: BlockSource,
  table: string,
  word: string,
  list: TermPostings,
): Promise<BlockScores> => (isDense(list) ? ofDense(postings, table, word, list) : ofList(postings, table, word, list));

const blocksIn = (capacity: number): number => Math.ceil(capacity / BLOCK);

async function ofList(postings: BlockSource, table: string, word: string, list: ListedTerm): Promise<BlockScores> {
  const { docs } = list;
  const { scores } = await postings.scores(table, word, list);
  const { starts, highest } = await postings.remembered(`${table}/blocks/${word}`, async () => {
    const starts = new Int32Array(blocksIn(postings.capacity) + 1);
    const highest = new Float32Array(starts.length - 1);
    for (let block = 0; block < highest.length; block++) {
      const [start, end] = [starts[block] ?? 0, placeOf(docs, (block + 1) * BLOCK, starts[block] ?? 0)];
      starts[block + 1] = end;
      for (let i = start; i < end; i++) highest[block] = Math.max(highest[block] ?? 0, scores[i] ?? 0);
    }
    return [{ starts, highest }, starts.byteLength + highest.byteLength];
  });
  return {
    highest,
    addTo(sums, block) {
      const end = starts[block + 1] ?? 0;
      for (let i = starts[block] ?? 0; i < end; i++) {
        const place = (docs[i] ?? 0) % BLOCK;
        sums[place] = (sums[place] ?? 0) + (scores[i] ?? 0);
      }
    },
    score(doc) {
      const place = placeOf(docs, doc, starts[Math.trunc(doc / BLOCK)] ?? 0);
      return docs[place] === doc ? (scores[place] ?? 0) : 0;
    },
  };
}

async function ofDense(postings: BlockSource, table: string, word: string, term: DenseTerm): Promise<BlockScores> {
  const size = await postings.size(table);
  const weight = idf(size.documents, term.documentFrequency);
  const scores = new DenseScores(term, weight, lengthFactors(size));
  const highest = await postings.remembered(`${table}/blocks/${word}`, async () => {
    const found = await highestIn(scores, blocksIn(postings.capacity));
    return [found, found.byteLength];
  });
  return { highest, addTo: (sums, block) => scores.addTo(sums, block), score: (doc) => scores.of(doc) };
}

/** Blocks that are looked through before others get their turn. */
const AT_ONCE = 1024;

async function highestIn(scores: DenseScores, blocks: number): Promise<Float32Array> {
  const highest = new Float32Array(blocks);
  const sums = new Float32Array(BLOCK);
  for (let block = 0; block < blocks; block++) {
    sums.fill(0);
    scores.addTo(sums, block);
    let most = 0;
    for (let i = 0; i < BLOCK; i++) if ((sums[i] ?? 0) > most) most = sums[i] ?? 0;
    highest[block] = most;
    if (block % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return highest;
}

/** Scores that are worked out of frequency and length when they are asked for. */
class DenseScores {
  readonly #term: DenseTerm;
  readonly #weight: number;
  readonly #factors: Float64Array;
  /** Of a document that has the term once, by the byte of its length. */
  readonly #once: Float32Array;
  readonly #docs = new Int32Array(BLOCK);
  readonly #read: ReturnType<typeof readerOf>;

  constructor(term: DenseTerm, weight: number, factors: Float64Array) {
    this.#term = term;
    this.#read = readerOf(term);
    this.#weight = weight;
    this.#factors = factors;
    this.#once = Float32Array.from(factors, (factor) => termScore(weight, 1, factor));
  }

  addTo(sums: Float32Array, block: number): void {
    const { bits, lengths, often } = this.#term;
    const from = block * BLOCK;
    const docs = this.#docs;
    const found = bits.into(docs, from, Math.min(BLOCK, bits.capacity - from));
    let next = placeOf(often.docs, from, 0);
    for (let i = 0; i < found; i++) {
      const doc = docs[i] ?? 0;
      const isOften = often.docs[next] === doc;
      const score = isOften ? this.#score(doc, often.frequencies[next] ?? 1) : (this.#once[lengths[doc] ?? 0] ?? 0);
      if (isOften) next++;
      sums[doc - from] = (sums[doc - from] ?? 0) + score;
    }
  }

  of(doc: number): number {
    const here = this.#read(doc);
    if (here === null) return 0;
    return here.frequency === 1 ? (this.#once[here.norm] ?? 0) : this.#score(doc, here.frequency);
  }

  #score(doc: number, frequency: number): number {
    return Math.fround(termScore(this.#weight, frequency, this.#factors[this.#term.lengths[doc] ?? 0] ?? 1));
  }
}
