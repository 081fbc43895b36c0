import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import { RefusedRows } from '../state/refused-rows.ts';
import { Spool } from '../state/spool.ts';
import { Looker } from '../tasks/look.ts';
import { Pool } from '../tasks/pool.ts';
import { Pace, readInput } from '../tasks/reading.ts';
import type { Service } from '../tasks/service.ts';
import type { HeldSource, WatchEvent } from '../tasks/task.ts';

export const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

/** A folder of logs, written to in steps that nothing comes between, and a source that looks at it. */
export async function openLogs(watch_events: readonly WatchEvent[] = ['Created', 'Modified']) {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-rotated-'));
  const watched = path.join(folder, 'in');
  mkdirSync(watched);
  let database = openDatabase(folder);
  const [begun, spool] = [new Progress(database), new Spool(folder)];
  const told: string[] = [];
  const say = (_: unknown, message: string) => told.push(message);
  const service = {
    settings: { lookMs: 20, settleMs: 0, data: folder, folders: [] as readonly string[] },
    progress: begun,
    spool,
    refused: new RefusedRows(folder),
    console: { state: say, error: say },
    // of files that are found in one moment none is taken for another
    now: () => 1_800_000_000_000,
  } as unknown as { -readonly [K in keyof Service]: Service[K] };
  const source = {
    task: 't',
    id: 's',
    source: { format: 'csv', columns: [], csv: { file: `${watched}/*` } },
    settings: { mode: 'Continuous', bulk: true, watch_events, on_error: 'Ignore' },
  } as unknown as HeldSource;
  let looker = new Looker(service);
  let [rows, second] = [0, 1_700_000_000];
  const at = (name: string) => path.join(watched, `${name}.jsonl`);
  const add = (name: string, count: number) => {
    const text = upTo(count).map(() => `{"num1":${rows++}}\n`);
    (existsSync(at(name)) ? appendFileSync : writeFileSync)(at(name), text.join(''));
    // files of one moment and one size are told apart by no one
    utimesSync(at(name), second, second++);
  };
  const move = (from = '', to = '') => existsSync(at(from)) && renameSync(at(from), at(to));
  /** As after a process that was killed, which leaves nothing but what is on disk. */
  const restart = () => {
    database.close();
    database = openDatabase(folder);
    service.progress = new Progress(database);
    looker = new Looker(service);
  };
  const read = async (mayGoOn: (batches: number) => boolean = () => true) => {
    const pool = new Pool(service, source);
    const { due } = await looker.look(source);
    for (const input of due) {
      let batches = 0;
      await readInput(service, source, input, { pace: new Pace(), pool, mayGoOn: async () => mayGoOn(batches++) });
    }
    await pool.flush();
    return due.length;
  };
  const numbers = () =>
    [...service.progress.spoolFiles()]
      .flatMap((file) => [
        ...gunzipSync(readFileSync(spool.path(file)))
          .toString()
          .matchAll(/^"?(\d+)"?$/gm),
      ])
      .map(([, number]) => Number(number))
      .toSorted((a, b) => a - b);
  return {
    at,
    folder,
    watched,
    service,
    source,
    look: () => looker.look(source),
    restart,
    add,
    move,
    read,
    numbers,
    told,
    rows: () => rows,
    async [Symbol.asyncDispose]() {
      database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
