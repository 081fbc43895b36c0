import { setImmediate } from 'node:timers/promises';
import type { Token } from '@datasarana/query';
import type { Coded } from '../columns/coded.ts';
import { chunksOf } from '../run.ts';
import { type Sql, sql } from '../sql.ts';
import type { DocBits } from './bits.ts';
import type { ResolveContext } from './resolved.ts';
import type { Places } from './sloppy.ts';

/** How texts are cut into words, and how far apart those of a list stand. */
interface Cutting {
  readonly tokens: (text: string) => readonly Token[];
  readonly gap: number;
}

interface TextColumn extends Cutting {
  readonly column: Sql;
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

/** Calls `visit` with where the wanted words stand in the text of each candidate, the same object for the same text. */
export async function eachText(
  text: TextColumn,
  candidates: DocBits,
  words: readonly string[],
  context: ResolveContext,
  visit: (doc: number, places: Places) => void,
): Promise<void> {
  const { column } = text;
  const wanted = new Set(words);
  const shared = await sharedTexts(column, candidates, context);
  if (shared !== null) {
    const places = new Map<number, Places>();
    candidates.each((doc) => {
      const code = shared.codes[doc] ?? 0;
      const known = places.get(code) ?? placesOf(shared.keys[code], wanted, text);
      places.set(code, known);
      visit(doc, known);
    });
    return;
  }
  const { connection, docs } = context;
  const chunks = await chunksOf(
    connection,
    sql`SELECT _doc::INTEGER, ${column} FROM ${docs} WHERE ${candidates.test()}`,
  );
  for (const chunk of chunks) {
    // Analysing is our own work: others get their turn in between.
    await setImmediate();
    for (const [doc, value] of chunk.getRows()) visit(Number(doc), placesOf(value, wanted, text));
  }
}

/** Where each wanted word stands in a text, or in the texts of a list one after another. */
export function placesOf(value: unknown, wanted: ReadonlySet<string>, { tokens, gap }: Cutting): Places {
  const items: readonly unknown[] =
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
      ? value.items
      : [value];
  const places = new Map<string, number[]>();
  let start = 0;
  for (const item of items) {
    if (typeof item !== 'string') continue;
    let last = -1;
    for (const { word, position } of tokens(item)) {
      last = Math.max(last, position);
      if (!wanted.has(word)) continue;
      const known = places.get(word);
      if (known) known.push(start + position);
      else places.set(word, [start + position]);
    }
    start += last + 1 + gap;
  }
  return places;
}
