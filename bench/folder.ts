import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { ChildIngestor } from '../scripts/chaos/child-ingestor.ts';
import { ChildPlatform } from '../scripts/chaos/child-platform.ts';
import { call } from '../scripts/chaos/uploads.ts';
import { type LoadFigures, round } from './figures.ts';
import { folderBytes } from './platform.ts';
import { memoryMb } from './process-memory.ts';

/** Rows of a folder that the ingestor watches, from the moment the file is there until the last row can be found. */
export interface FolderRun extends LoadFigures {
  /** MB the ingestor holds before it had work, at most, and 10 s after it. */
  readonly ingestor_mb: { readonly start: number | null; readonly peak: number | null; readonly rest: number | null };
}

async function writeRows(file: string, rows: number): Promise<void> {
  const out = createWriteStream(`${file}.part`);
  out.write('id,kind,amount,price,made,place,note,flag,code,share\n');
  for (let i = 0; i < rows; i++) {
    const line = `${i},kind ${i % 17},${i % 1000},${(i % 9973) / 100},2024-0${1 + (i % 9)}-1${i % 10},place ${i % 211},note ${i},${i % 2 === 0},c${i % 4001},${(i % 101) / 100}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  await rename(`${file}.part`, file);
}

const FIELDS = [
  ['id', 2],
  ['kind', 8],
  ['amount', 2],
  ['price', 6],
  ['made', 9],
  ['place', 8],
  ['note', 8],
  ['flag', 10],
  ['code', 8],
  ['share', 6],
] as const;

/** A folder watched by the ingestor, ten columns, batches that grow. */
export async function runFolder(rows: number): Promise<FolderRun> {
  const base = await mkdtemp(path.join(tmpdir(), 'datasarana-folder-'));
  const platform = new ChildPlatform(path.join(base, 'platform'));
  await platform.start();
  const ingestor = new ChildIngestor({ INGESTOR_PLATFORM: platform.url, INGESTOR_DATA: path.join(base, 'ingestor') });
  try {
    await ingestor.start();
    const items = FIELDS.map(([name, value_type]) => ({ name, value_type }));
    const { id } = (await call(platform, 'PUT', '/schema/data/template', { name: 'Folder', items })).data;
    await call(platform, 'PATCH', '/schema/data/template?mode=deploy', { id });
    const { token } = (await call(platform, 'PUT', '/session/token', { name: 'folder', templates: [id] })).data;
    const watched = path.join(base, 'in');
    await mkdir(watched);
    const about = { id: 's', name: 's', type: 'Data', format: 'csv', provider: 'local_file', columns: [] };
    const csv = { file: path.join(watched, '*.csv') };
    await ingestor.call('POST', 'add', {
      template: { id, name: 'Folder', token },
      source: { ...about, csv, task: { id: 't', adaptive: true } },
    });
    await ingestor.call('POST', 'start', { id: 't' });
    await setTimeout(3000);
    const start = await memoryMb(ingestor.pid, 'VmRSS');
    await writeRows(path.join(watched, 'rows.csv'), rows);
    const began = performance.now();
    for (let read = 0; read < rows; await setTimeout(100)) {
      const { tasks } = await ingestor.call<{
        readonly tasks: readonly { readonly counts: { readonly read: number } }[];
      }>('GET', 'services');
      read = tasks[0]?.counts.read ?? 0;
    }
    const seconds = (performance.now() - began) / 1000;
    await setTimeout(10_000);
    const [peak, rest] = [await memoryMb(ingestor.pid, 'VmHWM'), await memoryMb(ingestor.pid, 'VmRSS')];
    return {
      rows,
      rows_per_s: Math.round(rows / seconds),
      peak_rss_mb: await memoryMb(platform.pid, 'VmHWM'),
      disk_mb: round((await folderBytes(path.join(base, 'platform'))) / 1e6, 1),
      ingestor_mb: { start, peak, rest },
    };
  } finally {
    await ingestor.terminate();
    await platform.kill();
    await rm(base, { recursive: true, force: true });
  }
}
