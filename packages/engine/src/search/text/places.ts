import { type AnyAnalyser, tokensOf, type WordCutter, wordCutterOf } from '@datasarana/query';
import type { FoundPlaces } from '../../documents/words/packed-words.ts';
import { SpeltWords } from '../../documents/words/spelt-words.ts';
import { Breath } from '../../store/breath.ts';
import type { Coded } from '../columns/coded.ts';
import { JUMPS, rowsOfDocs } from '../rows-of-docs.ts';
import { eachChunkOf, integersOf } from '../run.ts';
import { type Sql, sql } from '../sql.ts';
import type { DocBits } from './bits.ts';
import type { ResolveContext } from './resolved.ts';
import type { Places } from './sloppy.ts';

/** How texts are cut into words, and how far apart those of a list stand. */
export interface Cutting {
  readonly analyser: AnyAnalyser;
  /** Places between two texts of a list. */
  readonly gap: number;
}

interface TextColumn extends Cutting {
  readonly column: Sql;
  readonly postings: string;
}

/** Texts that are cut into words within a hundredth of a second. */
const FEW_TEXTS = 1000;
/** Texts that are numbered while one is cut into words. */
const NUMBERED_MEANWHILE = 128;

/**
 * The texts of a column in memory, where many documents share them; null when they are not there. Where they are wanted of many
 * documents they are brought there for the first question already.
 */
export async function sharedTexts(
  column: Sql,
  candidates: DocBits,
  { columns }: ResolveContext,
): Promise<Coded | null> {
  const texts = candidates.size;
  const isWorth = texts > FEW_TEXTS && texts * NUMBERED_MEANWHILE > candidates.capacity;
  const found = columns && column.values.length === 0 ? await columns.column(column.text, isWorth) : null;
  return found?.kind === 'coded' ? found.coded : null;
}

/** What is done with texts, each once. */
export interface TextVisitor {
  /** With where the wanted words stand in the text of a document, the same object for the same text. */
  readonly text: (doc: number, places: Places) => void;
  /** Instead of that, with documents whose words the index tells, `wanted` their place in what it tells; null for `text` nevertheless. */
  readonly told?: (found: ReadonlyMap<string, FoundPlaces>) => ((doc: number, wanted: number) => void) | null;
}

/** Shows `visitor` the text of each candidate. */
export async function eachText(
  text: TextColumn,
  candidates: DocBits,
  words: readonly string[],
  context: ResolveContext,
  visitor: TextVisitor,
): Promise<void> {
  if (candidates.size === 0) return;
  const { column } = text;
  const { connection } = context;
  const finder = new PlaceFinder(words, text);
  const shared = await sharedTexts(column, candidates, context);
  // this is our own work: others get their turn in between
  const breath = new Breath(connection);
  if (shared !== null) {
    const places = new Map<number, Places>();
    for (const doc of candidates.members()) {
      const code = shared.codes[doc] ?? 0;
      const known = places.get(code) ?? finder.in(shared.keys[code]);
      places.set(code, known);
      visitor.text(doc, known);
      if (breath.isDue) await breath.take();
    }
    return;
  }
  const untold = await eachTold(text.postings, candidates, words, context, visitor, breath);
  for (const rows of rowsOf(untold, context)) {
    for await (const chunk of eachChunkOf(connection, sql`SELECT _doc::INTEGER, ${column} FROM ${rows}`)) {
      const [found, values, { rowCount }] = [integersOf(chunk.getColumnVector(0)), chunk.getColumnVector(1), chunk];
      for (let row = 0; row < rowCount; row++) {
        visitor.text(found[row] ?? 0, finder.in(values.getItem(row)));
        if (breath.isDue) await breath.take();
      }
    }
  }
}

/** The same of the candidates of which the index tells it. @returns the others */
async function eachTold(
  postings: string,
  candidates: DocBits,
  words: readonly string[],
  context: ResolveContext,
  { text, told }: TextVisitor,
  breath: Breath,
): Promise<DocBits> {
  const wanted = candidates.members();
  const { found, untold } = await context.postings.places(postings, [...new Set(words)], wanted);
  const visit = told?.(found) ?? ((doc: number, i: number) => text(doc, { get: (word) => found.get(word)?.of(i) }));
  for (let i = 0; i < wanted.length; i++) {
    const doc = wanted[i] ?? 0;
    if (!untold.has(doc)) visit(doc, i);
    if (breath.isDue) await breath.take();
  }
  return candidates.and(untold);
}

/** Rows of a column that are read while a statement jumps to one. */
const READ_MEANWHILE = 1024;

/** The rows of some documents: a few are jumped to, for many the column is read as a whole. */
function rowsOf(wanted: DocBits, { docs }: ResolveContext): readonly Sql[] {
  const few = wanted.first(Math.floor(wanted.capacity / READ_MEANWHILE) + 1);
  if (few.length * READ_MEANWHILE > wanted.capacity) return [sql`${docs} WHERE ${wanted.test()}`];
  return Array.from({ length: Math.ceil(few.length / JUMPS) }, (_, i) =>
    rowsOfDocs(docs, few.slice(i * JUMPS, (i + 1) * JUMPS)),
  );
}

/** In place of the number of a word that is looked for. */
const OTHER = -1;
const LEFT_OUT = -2;
/** Memory that spellings of other words may take before they are forgotten. */
const MOST_SPELT = 16 * 1024 * 1024;

/** Finds where some words stand in texts. */
export class PlaceFinder {
  readonly #words: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #cutting: Cutting;
  readonly #cutter: WordCutter | null;
  #spelt: SpeltWords;

  constructor(words: readonly string[], cutting: Cutting) {
    this.#words = [...new Set(words)];
    this.#numbers = new Map(this.#words.map((word, i) => [word, i]));
    this.#cutting = cutting;
    this.#cutter = wordCutterOf(cutting.analyser);
    this.#spelt = this.#spellings();
  }

  #spellings(): SpeltWords {
    return new SpeltWords((spelling) => {
      const word = this.#cutter?.made(spelling);
      return word === undefined ? LEFT_OUT : (this.#numbers.get(word) ?? OTHER);
    });
  }

  /** Where each of the words stands in a text, or in the texts of a list one after another. */
  in(value: unknown): Places {
    const items: readonly unknown[] =
      typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
        ? value.items
        : [value];
    const places = new Map<string, number[]>();
    let start = 0;
    for (const item of items)
      if (typeof item === 'string') start += this.#add(item, start, places) + 1 + this.#cutting.gap;
    return places;
  }

  /** @returns the last place in the text, -1 when there is none */
  #add(text: string, start: number, places: Map<string, number[]>): number {
    const count = this.#cutter?.cut(text) ?? -1;
    if (this.#cutter !== null && count >= 0) return this.#addCut(text, count, this.#cutter.places, { start, places });
    let last = -1;
    for (const { word, position } of tokensOf(this.#cutting.analyser, text)) {
      last = Math.max(last, position);
      if (this.#numbers.has(word)) put(places, word, start + position);
    }
    return last;
  }

  #addCut(
    text: string,
    count: number,
    bounds: Int32Array,
    { start, places }: { readonly start: number; readonly places: Map<string, number[]> },
  ): number {
    let last = -1;
    if (this.#spelt.bytes > MOST_SPELT) this.#spelt = this.#spellings();
    for (let i = 0; i < count; i++) {
      const number = this.#spelt.numberOf(text, bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0);
      if (number === LEFT_OUT) continue;
      last = i;
      if (number >= 0) put(places, this.#words[number] ?? '', start + i);
    }
    return last;
  }
}

function put(places: Map<string, number[]>, word: string, place: number): void {
  const known = places.get(word);
  if (known) known.push(place);
  else places.set(word, [place]);
}
