import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NO_ROWS, ReplyCode, type RowCounts } from '@datasarana/schema';
import { ChildPlatform } from './chaos/child-platform.ts';
import { randomFrom } from './chaos/random.ts';
import { call, newUpload, send, type Upload } from './chaos/uploads.ts';

/**
 * Kills the platform with SIGKILL at random moments of imports and then asks it for everything it acknowledged:
 * `npm run chaos -- --kills 200 [--seed 7]`. Nothing may be missing, nothing doubled, and every ledger must add up. One of the
 * templates has no search index, one keeps no topic: they are switched on at the end, killed while they are filled, and what fills them has to be the same.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string' }, keep: { type: 'boolean' } },
});
const kills = Number(values.kills);
if (!(kills > 0)) throw new Error(`--kills is "${values.kills}", it must be a number above 0`);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const CLIENTS = 3;
/** Of the uploads a client sends at the same time, now and then: small ones that wait are taken in together. */
const VOLLEY = 12;

const FIELDS = [
  { name: 'upload', value_type: 8, mandatory: true },
  { name: 'row_no', value_type: 2, mandatory: true },
  { name: 'note', value_type: 7 },
];

interface Kind {
  readonly name: string;
  readonly keyed?: true;
  readonly config?: Readonly<Record<string, unknown>>;
}

const UNSEARCHED: Kind = { name: 'Chaos unsearched', config: { search_index: false } };
const PASSING: Kind = { name: 'Chaos passing', keyed: true, config: { kafka_index: false } };
const KINDS: readonly Kind[] = [{ name: 'Chaos free' }, { name: 'Chaos keyed', keyed: true }, UNSEARCHED, PASSING];

async function makeTemplate(platform: ChildPlatform, { name, keyed, config = {} }: Kind): Promise<string> {
  const items = FIELDS.map((field) => (keyed && field.name !== 'note' ? { ...field, is_key: true } : field));
  const added = await call(platform, 'PUT', '/schema/data/template', { name, items, config });
  await call(platform, 'PATCH', '/schema/data/template?mode=deploy', { id: added.data.id });
  return added.data.id;
}

/** Rows of an upload, or of all of them, as the index holds them. */
async function storedRows(platform: ChildPlatform, template: string, upload?: string): Promise<number> {
  const query = upload === undefined ? { match_all: {} } : { term: { upload } };
  const { data } = await call(platform, 'POST', `/data/user?template=${template}`, { size: 0, query });
  return data.hits.total.value;
}

/** A batch that runs for so long stands still: what it says then is its fault. */
const HANGS_MS = 120_000;

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const began = Date.now(); Date.now() - began < HANGS_MS; await setTimeout(50)) if (await isSo()) return;
  throw new Error(`It took too long: ${what}`);
}

const deploy = (platform: ChildPlatform, id: string, config: object) =>
  call(platform, 'PATCH', '/schema/data/template?mode=deploy', { id, config });

/** How the last index that was made anew ended; throws when it failed. */
async function rebuilt(platform: ChildPlatform, id: string) {
  const { data } = await call(platform, 'GET', `/schema/data/template/index/rebuild?id=${id}`);
  if (data?.state === 'failed') throw new Error(`The index could not be made: ${data.reason}`);
  return data?.state === 'done' ? data : null;
}

/** Of one fill at most. */
const KILLS_OF_A_FILL = 5;

/** Kills it while something is filled, which each start begins anew, and waits until that is there. */
async function filledAtLast(
  platform: ChildPlatform,
  random: () => number,
  what: string,
  isFilled: () => Promise<boolean>,
): Promise<void> {
  let killed = 0;
  for (let pause = random() * 300; killed < KILLS_OF_A_FILL; pause = random() * 1200) {
    await setTimeout(pause);
    if (await isFilled()) break;
    await platform.kill();
    killed++;
    await platform.start();
  }
  await eventually(`the ${what} is filled`, isFilled);
  console.log(`The ${what} was filled, ${killed} kills on the way`);
}

/** Switches the search index on and waits until it is filled. */
async function fillIndex(platform: ChildPlatform, random: () => number, id: string): Promise<void> {
  await deploy(platform, id, { search_index: true });
  await filledAtLast(platform, random, 'index', async () => {
    const { code } = await call(platform, 'POST', `/data/user?template=${id}`, { size: 0 });
    return code === ReplyCode.Ok;
  });
}

/** Switches the topic on, waits until it is filled, and compares what it would bring back with the index. */
async function topicFaults(platform: ChildPlatform, random: () => number, id: string): Promise<readonly string[]> {
  await deploy(platform, id, { kafka_index: true });
  await filledAtLast(platform, random, 'topic', async () => {
    const { data } = await call(platform, 'GET', `/schema/data/template/stats?id=${id}&metric=kafka-stats`);
    return data.kept;
  });
  await call(platform, 'POST', '/schema/data/template/index/rebuild', { id, from: 'topic' });
  await eventually('the index is made of the topic', async () => (await rebuilt(platform, id)) !== null);
  const { missing, extra } = (await rebuilt(platform, id)).comparison;
  return missing + extra === 0 ? [] : [`The topic was filled with ${missing} records too few, ${extra} too many`];
}

async function settledBatch(platform: ChildPlatform, id: string): Promise<RowCounts & { readonly state: string }> {
  for (const began = Date.now(); ; ) {
    const { data } = await call(platform, 'GET', `/data/batch/${id}`);
    if (data === null) return { state: 'missing', ...NO_ROWS };
    if (data.state !== 'running' || Date.now() - began > HANGS_MS) return data;
    await setTimeout(50);
  }
}

/** Why one upload is not as it was promised; empty = it is. */
async function faultsOf(platform: ChildPlatform, upload: Upload, found: number): Promise<string[]> {
  const about = `${upload.name} (${upload.wait}, ${upload.tries} tries)`;
  if (!upload.acknowledged) {
    return found === 0 || found === upload.rows ? [] : [`${about}: half stored, ${found} of ${upload.rows} rows`];
  }
  const batch = await settledBatch(platform, upload.batch);
  const sum = batch.accepted + batch.replaced + batch.unchanged + batch.rejected;
  return [
    ...(found === upload.rows ? [] : [`${about}: ${found} rows stored, ${upload.rows} acknowledged`]),
    ...(batch.state === 'done' ? [] : [`${about}: its batch is ${batch.state}`]),
    ...(batch.read === sum ? [] : [`${about}: its ledger says ${batch.read} read, ${sum} accounted for`]),
    ...(batch.read === upload.rows + upload.bad && batch.rejected === upload.bad
      ? []
      : [`${about}: ledger ${batch.read}/${batch.rejected}, sent ${upload.rows + upload.bad}/${upload.bad}`]),
  ];
}

/** Kills it so many times at random moments, and now and then stops it orderly. */
async function torment(
  platform: ChildPlatform,
  random: () => number,
  uploads: readonly Upload[],
  { unsearched, passing }: { readonly unsearched: string; readonly passing: string },
): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await setTimeout(random() * 900);
    // rows are archived and released, messages go, when it is killed or a moment before
    const going = Promise.allSettled([
      call(platform, 'POST', '/schema/data/template/archive', { id: unsearched }),
      deploy(platform, passing, {}),
    ]);
    await setTimeout(random() * 100);
    await platform.kill();
    await going;
    await platform.start();
    if (kill % 5 === 0) {
      // an orderly stop, in the middle of imports or of taking them up again, must keep the same promises
      await setTimeout(random() < 0.5 ? 0 : random() * 900);
      await platform.terminate();
      await platform.start();
    }
    if (kill % 10 === 0) {
      const done = uploads.filter((upload) => upload.acknowledged).length;
      console.log(`${kill} of ${kills} kills, ${done} uploads acknowledged`);
    }
  }
}

/** What is not as it was promised, of all uploads to a template. */
async function faultsIn(platform: ChildPlatform, template: string, uploads: readonly Upload[]): Promise<string[]> {
  const own = uploads.filter((upload) => upload.template === template);
  for (const upload of own) if (upload.acknowledged) await settledBatch(platform, upload.batch);
  const faults: string[] = [];
  let known = 0;
  for (const upload of own) {
    const found = await storedRows(platform, template, upload.name);
    known += found;
    faults.push(...(await faultsOf(platform, upload, found)));
  }
  const all = await storedRows(platform, template);
  if (all !== known) faults.push(`${all} rows stored, ${known} of them of uploads that were sent`);
  return faults;
}

async function run(platform: ChildPlatform): Promise<readonly string[]> {
  const random = randomFrom(seed);
  await platform.start();
  const templates: string[] = [];
  for (const kind of KINDS) templates.push(await makeTemplate(platform, kind));
  const unsearched = templates[KINDS.indexOf(UNSEARCHED)] ?? '';
  const passing = templates[KINDS.indexOf(PASSING)] ?? '';
  const uploads: Upload[] = [];
  let over = false;
  const client = async (): Promise<void> => {
    while (!over) {
      const template = templates[Math.floor(random() * templates.length)] ?? '';
      const isVolley = random() < 0.25;
      const sent = Array.from({ length: isVolley ? VOLLEY : 1 }, () => {
        const upload = newUpload(template, uploads.length, random, isVolley);
        uploads.push(upload);
        return send(platform, upload, () => over);
      });
      await Promise.all(sent);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await torment(platform, random, uploads, { unsearched, passing });
  over = true;
  await Promise.all(clients);
  // on a busy machine a few kills may leave no time for any rows of this template, whose topic would have nothing to be filled with
  if (!uploads.some(({ template, acknowledged }) => template === passing && acknowledged)) {
    const upload = newUpload(passing, uploads.length, random, false);
    uploads.push(upload);
    await send(platform, upload, () => false);
  }
  for (const upload of uploads) if (upload.acknowledged) await settledBatch(platform, upload.batch);
  await fillIndex(platform, random, unsearched);
  const faults: string[] = [...(await topicFaults(platform, random, passing))];
  for (const template of templates) faults.push(...(await faultsIn(platform, template, uploads)));
  const acknowledged = uploads.filter((upload) => upload.acknowledged);
  const rows = acknowledged.reduce((sum, upload) => sum + upload.rows, 0);
  const retried = acknowledged.filter((upload) => upload.tries > 1).length;
  console.log(`${kills} kills, ${acknowledged.length} uploads with ${rows} rows acknowledged, ${retried} sent again`);
  return faults;
}

const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-chaos-'));
console.log(`seed ${seed}, data in ${folder}`);
const platform = new ChildPlatform(folder);
const faults = await run(platform).finally(() => platform.kill());
for (const fault of faults.slice(0, 50)) console.log(`not so: ${fault}`);
if (!values.keep && faults.length === 0) await rm(folder, { recursive: true, force: true });
console.log(faults.length === 0 ? 'nothing missing, nothing doubled, every ledger adds up' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
