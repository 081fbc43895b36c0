import type { AnyAnalyser, StringDistance } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { searchAnalyserOf } from '../clauses/analysis.ts';
import { columnOf, type FieldSource, fieldOf } from '../index-fields.ts';
import { suggestAnalyser } from '../named-analysers.ts';
import type { IndexPart } from '../part.ts';
import { rowsOf } from '../run.ts';
import { joined, name, type Sql, sql, text, whole } from '../sql.ts';
import { editDistance } from '../text/edit-distance.ts';
import { closeWords } from '../text/fuzzy.ts';
import { occurrencesOf } from '../text/term-postings.ts';
import type { SuggestContext } from './context.ts';
import { WORD_DISTANCES } from './word-distance.ts';

/** A word the indexes have. */
export interface Candidate {
  readonly word: string;
  /** 1 = the word itself. */
  readonly score: number;
  /** Documents it is in. */
  readonly frequency: number;
}

/** How often words stand in a field, all together, and how many different ones do. */
export interface Vocabulary {
  readonly tokens: number;
  readonly words: number;
}

export interface CloseTo {
  readonly maxEdits: 1 | 2;
  readonly prefixLength: number;
  readonly distance?: StringDistance;
  readonly accuracy?: number;
}

/** Corrections less like the word than this are none. */
const ACCURACY = 0.5;
const MOST = 1000;

/** Words of a field over all indexes of a search. */
export class Dictionary {
  readonly #context: SuggestContext;
  readonly #fields: readonly { readonly part: IndexPart; readonly source: FieldSource }[];

  /** @throws PlatformError when no index has the field */
  constructor(field: string, context: SuggestContext) {
    this.#context = context;
    this.#fields = context.parts.flatMap((part) => {
      const source = fieldOf(part.layout, field);
      return source !== null && (source.postings !== null || source.type === 'keyword') ? [{ part, source }] : [];
    });
    if (this.#fields.length === 0) throw malformed(`no mapping found for field [${field}]`, 'Name a field with texts.');
  }

  get source(): FieldSource {
    const [first] = this.#fields;
    if (first === undefined) throw new Error('A dictionary without fields');
    return first.source;
  }

  /** The analyser a suggestion names, or what words that are looked for in the field go through. */
  analyser(name: string | undefined): AnyAnalyser {
    const [first] = this.#fields;
    return (first && suggestAnalyser(first.part.layout, name)) ?? searchAnalyserOf(this.source);
  }

  /** Documents of all indexes. */
  async documents(): Promise<number> {
    let sum = 0;
    for (const { part } of this.#fields) {
      const [row] = await rowsOf(this.#context.connection, sql`SELECT count(*) FROM ${name(part.layout.docs)}`);
      sum += Number(row?.[0] ?? 0);
    }
    return sum;
  }

  async vocabulary(): Promise<Vocabulary> {
    let [tokens, words] = [0, 0];
    for (const { part, source } of this.#fields) {
      if (source.postings === null) {
        const found = await this.#counted(part, source, sql`TRUE`);
        words += found.size;
        for (const count of found.values()) tokens += count;
      } else {
        tokens += (await part.postings.size(source.postings)).tokens;
        words += await part.postings.words(source.postings);
      }
    }
    return { tokens, words };
  }

  /** How often each word stands in the field, however often in one document. */
  async occurrences(words: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sums = new Map<string, number>(words.map((word) => [word, 0]));
    for (const { part, source } of this.#fields) {
      const own =
        source.postings === null
          ? await this.#counted(part, source, oneOfTexts(words))
          : await occurrencesIn(part, source.postings, words);
      for (const [word, count] of own) sums.set(word, (sums.get(word) ?? 0) + count);
    }
    return sums;
  }

  async frequency(word: string): Promise<number> {
    let sum = 0;
    for (const { part, source } of this.#fields) {
      if (source.postings === null) {
        const found = await this.#counted(part, source, sql`v = ${text(word)}`);
        sum += found.get(word) ?? 0;
      } else sum += (await part.postings.terms(source.postings, [word])).get(word)?.documentFrequency ?? 0;
    }
    return sum;
  }

  /** Words close to one, the closest and most frequent first; the word itself is none of them. */
  async close(word: string, options: CloseTo): Promise<readonly Candidate[]> {
    const found = new Map<string, number>();
    for (const field of this.#fields) {
      for (const [each, frequency] of await this.#near(word, options, field)) {
        found.set(each, (found.get(each) ?? 0) + frequency);
      }
    }
    return [...found]
      .map(([each, frequency]) => ({ word: each, frequency, score: similarity(word, each, options) }))
      .filter((each) => each.word !== word && each.score >= (options.accuracy ?? ACCURACY) && each.frequency > 0)
      .sort((a, b) => b.score - a.score || b.frequency - a.frequency || (a.word < b.word ? -1 : 1));
  }

  async #near(
    word: string,
    { maxEdits, prefixLength }: CloseTo,
    { part, source }: { readonly part: IndexPart; readonly source: FieldSource },
  ): Promise<ReadonlyMap<string, number>> {
    if (source.postings === null) {
      const start = [...word].slice(0, prefixLength).join('');
      const length = [...word].length;
      const within = sql`length(v) BETWEEN ${whole(length - maxEdits)} AND ${whole(length + maxEdits)}`;
      return this.#counted(part, source, sql`starts_with(v, ${text(start)}) AND ${within}`);
    }
    const condition = { kind: 'fuzzy', source, word, edits: maxEdits, prefixLength, transpositions: true } as const;
    const { postings } = part;
    const { connection } = this.#context;
    const all = { ...condition, maxExpansions: MOST, boost: 1 };
    const close = await closeWords(all, source.postings, { postings, connection });
    const words = close.map((each) => each.word);
    const lists = await postings.terms(source.postings, words);
    return new Map(words.map((each) => [each, lists.get(each)?.documentFrequency ?? 0]));
  }

  async #counted(part: IndexPart, source: FieldSource, where: Sql): Promise<ReadonlyMap<string, number>> {
    const value = source.list ? sql`unnest(list_distinct(${columnOf(source)}))` : columnOf(source);
    const rows = await rowsOf(
      this.#context.connection,
      sql`SELECT v, count(*) FROM (SELECT ${value} AS v FROM ${name(part.layout.docs)}) WHERE v IS NOT NULL AND ${where} GROUP BY v`,
    );
    return new Map(rows.map(([each, count]) => [String(each), Number(count)]));
  }
}

const oneOfTexts = (words: readonly string[]): Sql => sql`v IN (${joined(words.map(text), ', ')})`;

async function occurrencesIn(
  { postings }: IndexPart,
  table: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const lists = await postings.terms(table, words);
  return new Map([...lists].map(([word, list]) => [word, occurrencesOf(list)]));
}

/** How alike two words are, as Lucene's spell checker counts it; two edits are looked for behind the first letter only. */
function similarity(a: string, b: string, { maxEdits, distance = 'internal' }: CloseTo): number {
  const [left, right] = [[...a], [...b]];
  const edits = editDistance(left, right, maxEdits, true);
  if (edits > maxEdits || (edits > 1 && left[0] !== right[0])) return 0;
  return Math.fround(WORD_DISTANCES[distance](left, right));
}
