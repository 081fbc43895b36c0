import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexState } from '../index/index-state.ts';
import type { IndexLayout } from '../index/layout.ts';
import { readCounters } from '../load/counters.ts';
import type { DocumentRange } from '../load/pieces.ts';
import { indexText, textColumns } from '../load/postings.ts';
import { oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { WaitingWords, type WordedDocuments } from './words/waiting-words.ts';

/** Documents whose words may wait; more are made searchable with the write that brings them. */
const MOST_WAITING = 250_000;
/** The same when their words are not in memory, so that they are to be read from their texts once more. */
const MOST_WAITING_UNREAD = 50_000;
/** How long after a search the words of each write are made searchable with it. */
const SEARCHED_MS = 2000;

/**
 * While nobody searches, the words of new documents wait, to be written in larger pieces. A search first has those of its
 * indexes written; from when it comes until a while after it has ended, no write leaves words waiting, so that what a search
 * sees is always whole. Where words wait from is stored with the documents, so that a crash does not lose them.
 */
export class LateTexts {
  #searches = 0;
  #searchedAt = Number.NEGATIVE_INFINITY;

  /** Runs a search: writes that come to their turn meanwhile leave no words waiting. */
  async during<T>(search: () => Promise<T>): Promise<T> {
    this.begin();
    try {
      return await search();
    } finally {
      this.end();
    }
  }

  begin(): void {
    this.#searches++;
  }

  end(): void {
    this.#searches--;
    this.#searchedAt = performance.now();
  }

  /** Whether words of these documents may wait: `waiting` of them from the first to the last, those before in `words`. */
  mayWait(waiting: number, words: WaitingWords | null): boolean {
    if (this.#searches > 0 || performance.now() - this.#searchedAt < SEARCHED_MS) return false;
    return words === null ? waiting < MOST_WAITING_UNREAD : waiting < MOST_WAITING && !words.isFull;
  }
}

/** Words that wait, gathered while their documents were written. */
const gathered = new WeakMap<IndexState, WaitingWords>();

/** Lets go of words that were gathered: their documents may not have been stored. */
export const forgetWords = ({ state }: IndexLayout): boolean => gathered.delete(state);

/** The words that wait, which those of new documents can be gathered with; null when not all that wait were gathered. */
async function wordsUpTo({ state }: IndexLayout, nextDoc: number): Promise<WaitingWords | null> {
  const from = state.waiting ?? nextDoc;
  const known = state.waiting === null ? new WaitingWords(from) : gathered.get(state);
  if (known?.from === from && known.next === nextDoc && (await known.isWholeSoFar())) {
    gathered.set(state, known);
    return known;
  }
  gathered.delete(state);
  return null;
}

/** What a write does to the documents of an index. */
interface Change {
  readonly added: WordedDocuments;
  /** Numbers of documents that are no more. */
  readonly replaced: readonly number[];
}

/**
 * Within a transaction that has changed documents, the first new one with the number `nextDoc`: writes the words of those it added, or notes that they wait.
 * @returns how many segments were written, and where words wait from afterwards
 */
export async function indexOrWait(
  connection: DuckDBConnection,
  layout: IndexLayout,
  nextDoc: number,
  change: Change,
  texts: LateTexts,
): Promise<{ readonly segments: number; readonly waiting: number | null }> {
  const { waiting } = layout.state;
  if (textColumns(layout).length === 0) return { segments: 0, waiting };
  const words = await wordsUpTo(layout, nextDoc);
  const from = waiting ?? nextDoc;
  const mayWait = texts.mayWait(nextDoc + change.added.count - from, words);
  words?.remove(change.replaced);
  words?.add(layout, change.added);
  if (change.added.count === 0) return { segments: 0, waiting };
  if (mayWait) {
    if (waiting === null) {
      await connection.run('INSERT INTO waiting_texts VALUES ($id, $from)', { id: layout.id, from });
    }
    layout.state.deferring = true;
    return { segments: 0, waiting: from };
  }
  const segment = await nextSegment(connection, layout);
  const range = { from, to: nextDoc + change.added.count };
  const next = await writeWords(connection, layout, range, segment);
  if (waiting !== null) await connection.run('DELETE FROM waiting_texts WHERE id = $id', { id: layout.id });
  return { segments: next - segment, waiting: null };
}

const nextSegment = (connection: DuckDBConnection, { id }: IndexLayout): Promise<number> =>
  oneNumber(connection, 'SELECT next_segment FROM catalogue WHERE id = $id', { id });

/**
 * Writes the words of the documents from the first that waits to the last: those gathered, or those their texts in the table have.
 * @returns the number of the next segment
 */
async function writeWords(
  connection: DuckDBConnection,
  layout: IndexLayout,
  range: DocumentRange,
  segment: number,
): Promise<number> {
  const words = gathered.get(layout.state);
  gathered.delete(layout.state);
  if (words?.from !== range.from || !(await words.isWhole())) return indexText(connection, layout, range, segment);
  return (await words.write(connection, layout, segment)) ? segment + 1 : segment;
}

/** Writes the words that wait; a write of its own. */
export async function indexWaiting(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const from = layout.state.waiting;
  if (from === null) return;
  await inTransaction(connection, async () => {
    const { id } = layout;
    const { nextDoc, nextSegment } = await readCounters(connection, layout);
    const next = await writeWords(connection, layout, { from, to: nextDoc }, nextSegment);
    if (next > nextSegment) {
      await connection.run('UPDATE catalogue SET next_segment = $next WHERE id = $id', { next, id });
    }
    await connection.run('DELETE FROM waiting_texts WHERE id = $id', { id });
  });
  layout.state.waiting = null;
}
