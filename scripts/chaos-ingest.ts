import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ChildIngestor } from './chaos/child-ingestor.ts';
import { ChildPlatform } from './chaos/child-platform.ts';
import { Link } from './chaos/link.ts';
import { randomFrom } from './chaos/random.ts';
import { call } from './chaos/uploads.ts';

/**
 * Continuous ingestion while platform and ingestor are killed and the line between them is cut and slowed:
 * `npm run chaos:ingest -- --kills 200 [--seed 7]`. At the end rows in the files = rows in the ledgers = rows in the index,
 * file by file, by count and by checksum.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string' }, keep: { type: 'boolean' } },
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
/** Without any progress for so long, waiting is over. */
const PATIENCE_MS = 60_000;

/** What was written to a file: the truth everything else is compared with. */
interface Written {
  readonly name: string;
  readonly kind: Kind;
  rows: number;
  sum: number;
  bad: number;
}

/** Without a key a row sent twice is stored twice; with one it would be counted as unchanged. */
const KINDS = ['free', 'keyed', 'adaptive'] as const;
type Kind = (typeof KINDS)[number];

const FIELDS = [
  { name: 'file', value_type: 8, mandatory: true },
  { name: 'row_no', value_type: 2, mandatory: true },
  { name: 'proof', value_type: 3, mandatory: true },
  { name: 'note', value_type: 7 },
];

interface Folder {
  readonly kind: Kind;
  readonly watched: string;
  readonly template: string;
}

async function prepare(platform: ChildPlatform, ingestor: ChildIngestor, base: string): Promise<readonly Folder[]> {
  const folders: Folder[] = [];
  for (const kind of KINDS) {
    const items = FIELDS.map((field) =>
      kind === 'keyed' && (field.name === 'file' || field.name === 'row_no') ? { ...field, is_key: true } : field,
    );
    const { id } = (await call(platform, 'PUT', '/schema/data/template', { name: `Chaos ${kind}`, items })).data;
    await call(platform, 'PATCH', '/schema/data/template?mode=deploy', { id });
    const { token } = (await call(platform, 'PUT', '/session/token', { name: kind, templates: [id] })).data;
    const watched = path.join(base, kind);
    await mkdir(watched);
    const source = {
      id: kind,
      name: kind,
      type: 'Data',
      format: 'csv',
      provider: 'local_file',
      columns: [],
      csv: { file: path.join(watched, '*.csv') },
      task: { id: kind, adaptive: kind === 'adaptive' },
    };
    await ingestor.call('POST', 'add', { template: { id, name: kind, token }, source });
    await ingestor.call('POST', 'start', { id: kind });
    folders.push({ kind, watched, template: id });
  }
  return folders;
}

const HEADER = 'file,row_no,proof,note\n';

/** Some lines more for a file; a few of them bad. */
function linesOf(file: Written, count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    if (random() < 0.001) {
      lines.push(`${file.name},no number,1,bad`);
      file.bad++;
      continue;
    }
    const proof = Math.floor(random() * 1_000_000);
    lines.push(`${file.name},${file.rows},${proof},"row ${file.rows}\nof ${file.name}"`);
    file.rows++;
    file.sum += proof;
  }
  return `${lines.join('\n')}\n`;
}

/** Puts new files into the folders and appends to old ones, whole lines at a time, until told to end. */
async function write(folders: readonly Folder[], written: Written[], over: () => boolean): Promise<void> {
  while (!over()) {
    const folder = folders[Math.floor(random() * folders.length)];
    if (!folder) return;
    const own = written.filter(({ kind }) => kind === folder.kind);
    const old = own[Math.floor(random() * own.length)];
    const count = 1 + Math.floor(random() ** 3 * 1500);
    if (old && random() < 0.5) await appendFile(path.join(folder.watched, `${old.name}.csv`), linesOf(old, count));
    else {
      const file: Written = { name: `f${written.length}`, kind: folder.kind, rows: 0, sum: 0, bad: 0 };
      const place = path.join(folder.watched, `${file.name}.csv`);
      await writeFile(`${place}.part`, HEADER + linesOf(file, count));
      await rename(`${place}.part`, place);
      written.push(file);
    }
    await setTimeout(50 + random() * 400);
  }
}

interface Trouble {
  readonly platform: ChildPlatform;
  readonly ingestor: ChildIngestor;
  readonly link: Link;
}

async function restartPlatform({ platform, link }: Trouble): Promise<void> {
  link.target = null;
  await platform.kill();
  await setTimeout(random() * 300);
  await platform.start();
  link.target = Number(new URL(platform.url).port);
}

/** One mishap; answers its name. */
async function mishap(trouble: Trouble): Promise<string> {
  const { ingestor, link } = trouble;
  const choice = random();
  if (choice < 0.35) {
    await ingestor.kill();
    await setTimeout(random() * 300);
    await ingestor.start();
    return 'ingestor killed';
  }
  if (choice < 0.65) {
    await restartPlatform(trouble);
    return 'platform killed';
  }
  if (choice < 0.75) {
    await Promise.all([ingestor.kill(), restartPlatform(trouble)]);
    await ingestor.start();
    return 'both killed';
  }
  if (choice < 0.9) {
    link.cut = true;
    link.break();
    await setTimeout(random() * 1500);
    link.cut = false;
    return 'link cut';
  }
  link.delay = 20 + random() * 200;
  await setTimeout(random() * 1500);
  link.delay = 0;
  return 'link slowed';
}

interface LocalTask {
  readonly id: string;
  readonly waiting: number;
  readonly counts: {
    readonly read: number;
    readonly accepted: number;
    readonly unchanged: number;
    readonly rejected: number;
  };
  readonly sources: readonly {
    readonly inputs: readonly { readonly name: string; readonly rows: number }[];
    readonly idle: string;
  }[];
}

const localTasks = async (ingestor: ChildIngestor): Promise<readonly LocalTask[]> =>
  (await ingestor.call<{ readonly tasks: readonly LocalTask[] }>('GET', 'services')).tasks;

/** Waits until the service has read and sent everything that was written. */
async function settled(ingestor: ChildIngestor, written: readonly Written[]): Promise<readonly LocalTask[]> {
  let [read, until] = [0, Date.now() + PATIENCE_MS];
  for (;;) {
    const tasks = await localTasks(ingestor);
    const now = tasks.reduce((sum, { counts }) => sum + counts.read, 0);
    if (now > read) [read, until] = [now, Date.now() + PATIENCE_MS];
    const through = tasks.every((task) => {
      const own = written.filter(({ kind }) => kind === task.id);
      return task.waiting === 0 && task.counts.read >= own.reduce((sum, { rows, bad }) => sum + rows + bad, 0);
    });
    if (through || Date.now() > until) {
      await setTimeout(3000);
      return localTasks(ingestor);
    }
    await setTimeout(200);
  }
}

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
  readonly proof: { readonly value: number };
}

async function faultsOf(
  platform: ChildPlatform,
  { kind, template }: Folder,
  written: readonly Written[],
  task: LocalTask | undefined,
): Promise<string[]> {
  const faults: string[] = [];
  const aggs = { files: { terms: { field: 'file', size: 10_000 }, aggs: { proof: { sum: { field: 'proof' } } } } };
  const { data } = await call(platform, 'POST', `/data/user?template=${template}`, { size: 0, aggs });
  const buckets = new Map<string, Bucket>(
    (data.aggregations.files.buckets as readonly Bucket[]).map((bucket) => [bucket.key, bucket]),
  );
  for (const { name, rows, sum } of written) {
    const found = buckets.get(name);
    if ((found?.doc_count ?? 0) !== rows)
      faults.push(`${kind}/${name}: ${found?.doc_count ?? 0} rows stored, ${rows} written`);
    else if (rows > 0 && found?.proof.value !== sum)
      faults.push(`${kind}/${name}: checksum ${found?.proof.value}, written ${sum}`);
  }
  const rows = written.reduce((all, file) => all + file.rows, 0);
  const bad = written.reduce((all, file) => all + file.bad, 0);
  const ledger = await ledgerOf(platform, template);
  if (ledger.read !== rows + bad)
    faults.push(`${kind}: the ledgers say ${ledger.read} read, ${rows + bad} were written`);
  if (ledger.accepted !== rows || ledger.rejected !== bad)
    faults.push(
      `${kind}: the ledgers say ${ledger.accepted} stored and ${ledger.rejected} rejected, wanted ${rows} and ${bad}`,
    );
  const counts = task?.counts;
  if (counts?.read !== rows + bad || counts.accepted !== rows || counts.rejected !== bad)
    faults.push(`${kind}: the ingestor counts ${JSON.stringify(counts)}, wanted ${rows} + ${bad}`);
  return faults;
}

/** Sum over all batches of a template. */
async function ledgerOf(platform: ChildPlatform, template: string) {
  const sum = { read: 0, accepted: 0, rejected: 0 };
  for (let from = 0; ; from += 1000) {
    const { data } = await call(platform, 'POST', '/data/batch', { template, from, to: from + 1000 });
    const batches = data as readonly (typeof sum & { readonly template: string })[];
    for (const batch of batches) {
      if (batch.template !== template) continue;
      sum.read += batch.read;
      sum.accepted += batch.accepted;
      sum.rejected += batch.rejected;
    }
    if (batches.length < 1000) return sum;
  }
}

async function run(base: string): Promise<readonly string[]> {
  const link = new Link();
  const port = await link.listen();
  const platform = new ChildPlatform(path.join(base, 'platform'));
  const ingestor = new ChildIngestor({
    INGESTOR_PLATFORM: `http://127.0.0.1:${port}`,
    INGESTOR_DATA: path.join(base, 'ingestor'),
    INGESTOR_LOOK_MS: '50',
    INGESTOR_SETTLE_MS: '100',
  });
  await Promise.all([platform.start(), ingestor.start()]);
  link.target = Number(new URL(platform.url).port);
  const folders = await prepare(platform, ingestor, base);
  const written: Written[] = [];
  let over = false;
  const writing = write(folders, written, () => over);
  const tally = new Map<string, number>();
  for (let kill = 1; kill <= kills; kill++) {
    await setTimeout(200 + random() * 1200);
    const name = await mishap({ platform, ingestor, link });
    tally.set(name, (tally.get(name) ?? 0) + 1);
    if (kill % 10 === 0) console.log(`${kill} of ${kills} mishaps, ${written.length} files written`);
  }
  over = true;
  await writing;
  const tasks = await settled(ingestor, written);
  const faults: string[] = [];
  for (const folder of folders) {
    const own = written.filter(({ kind }) => kind === folder.kind);
    faults.push(
      ...(await faultsOf(
        platform,
        folder,
        own,
        tasks.find(({ id }) => id === folder.kind),
      )),
    );
  }
  const rows = written.reduce((all, file) => all + file.rows, 0);
  const bad = written.reduce((all, file) => all + file.bad, 0);
  console.log([...tally].map(([name, count]) => `${count} × ${name}`).join(', '));
  console.log(`${written.length} files, ${rows} good rows and ${bad} bad ones written`);
  await ingestor.terminate();
  await platform.kill();
  link.close();
  return faults;
}

const base = await mkdtemp(path.join(tmpdir(), 'datasarana-chaos-ingest-'));
console.log(`seed ${seed}, data in ${base}`);
const faults = await run(base);
for (const fault of faults.slice(0, 50)) console.error(fault);
if (!values.keep && faults.length === 0) await rm(base, { recursive: true, force: true });
console.log(faults.length === 0 ? 'files = ledgers = index, by count and by checksum' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
