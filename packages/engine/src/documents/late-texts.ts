import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { indexText, textColumns } from '../load/postings.ts';
import { inTransaction } from '../store/transaction.ts';

/** Documents whose words may wait; more are made searchable with the write that brings them. */
const MOST_WAITING = 50_000;
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

  /** Whether words of these documents may wait: `waiting` of them from the first to the last. */
  mayWait(waiting: number): boolean {
    if (this.#searches > 0 || performance.now() - this.#searchedAt < SEARCHED_MS) return false;
    return waiting < MOST_WAITING;
  }
}

/** Numbers of segments and documents a write begins with. */
interface Counters {
  readonly nextDoc: number;
  readonly nextSegment: number;
}

/**
 * Within a transaction that has added documents up to `nextDoc`: writes their words, or notes that they wait.
 * @returns whether a segment was written, and where words wait from afterwards
 */
export async function indexOrWait(
  connection: DuckDBConnection,
  layout: IndexLayout,
  before: Counters,
  nextDoc: number,
  texts: LateTexts,
): Promise<{ readonly indexed: boolean; readonly waiting: number | null }> {
  const { waiting } = layout.state;
  if (textColumns(layout).length === 0) return { indexed: false, waiting };
  const from = waiting ?? before.nextDoc;
  if (texts.mayWait(nextDoc - from)) {
    if (waiting === null) {
      await connection.run('INSERT INTO waiting_texts VALUES ($id, $from)', { id: layout.id, from });
    }
    layout.state.deferring = true;
    return { indexed: false, waiting: from };
  }
  const indexed = await indexText(connection, layout, from, before.nextSegment);
  if (waiting !== null) await connection.run('DELETE FROM waiting_texts WHERE id = $id', { id: layout.id });
  return { indexed, waiting: null };
}

/** Writes the words that wait; a write of its own. */
export async function indexWaiting(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const from = layout.state.waiting;
  if (from === null) return;
  await inTransaction(connection, async () => {
    const { id } = layout;
    const reader = await connection.runAndReadAll('SELECT next_segment FROM catalogue WHERE id = $id', { id });
    const segment = Number(reader.getRowsJS()[0]?.[0] ?? 0);
    if (await indexText(connection, layout, from, segment)) {
      await connection.run('UPDATE catalogue SET next_segment = $next WHERE id = $id', { next: segment + 1, id });
    }
    await connection.run('DELETE FROM waiting_texts WHERE id = $id', { id });
  });
  layout.state.waiting = null;
}
