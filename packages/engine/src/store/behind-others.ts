import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** Of Node's threads those that statements run on are called so; what DuckDB starts from there has their name and their priority. */
const POOL = 'libuv-worker';

/** Of a processor that is wanted by both, statements get a quarter. */
const BEHIND = 5;

const TASKS = '/proc/self/task';

/**
 * Puts the threads on which statements run behind the one that answers everybody, which then does not wait for a processor that long
 * statements have. Linux alone tells threads apart; elsewhere all stays as it is.
 */
export async function putStatementsBehind(): Promise<void> {
  const priority = Math.min(getPriority() + BEHIND, constants.priority.PRIORITY_LOW);
  const tasks = await readdir(TASKS).catch(() => []);
  await Promise.all(
    tasks.map(async (task) => {
      const name = await readFile(`${TASKS}/${task}/comm`, 'utf8').catch(() => '');
      if (name.trim() === POOL) putBehind(Number(task), priority);
    }),
  );
}

/** One of DuckDB's may have ended meanwhile. */
function putBehind(task: number, priority: number): void {
  try {
    setPriority(task, priority);
  } catch (error) {
    if (!(error instanceof Error && 'info' in error && (error.info as { code?: unknown }).code === 'ESRCH'))
      throw error;
  }
}
