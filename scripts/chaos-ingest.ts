import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMariaDb } from '../packages/testkit/src/mariadb.ts';
import { type Check, checksOf, settled } from './chaos/checks.ts';
import { ChildIngestor } from './chaos/child-ingestor.ts';
import { ChildPlatform } from './chaos/child-platform.ts';
import { Folders } from './chaos/folders.ts';
import { Link } from './chaos/link.ts';
import { mishap, type Scene } from './chaos/mishaps.ts';
import { randomFrom } from './chaos/random.ts';
import { Tables } from './chaos/tables.ts';

/**
 * Continuous ingestion of folders and of tables of a real MariaDB while platform, ingestor and database are killed and the
 * lines between them are cut, slowed, drip and fall silent: `npm run chaos:ingest -- --kills 200 [--seed 7]`. At the end rows
 * of the sources = rows in the ledgers = rows in the index, by count and by a checksum of all rows.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string' }, keep: { type: 'boolean' } },
});
const kills = Number(values.kills);
if (!(kills > 0)) throw new Error(`--kills is "${values.kills}", it must be a number above 0`);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const random = randomFrom(seed);

async function open(base: string): Promise<Scene> {
  const database = await startMariaDb();
  const [toPlatform, toDatabase] = [new Link(), new Link()];
  const port = await toPlatform.listen();
  const platform = new ChildPlatform(path.join(base, 'platform'));
  const ingestor = new ChildIngestor({
    INGESTOR_PLATFORM: `http://127.0.0.1:${port}`,
    INGESTOR_DATA: path.join(base, 'ingestor'),
    INGESTOR_LOOK_MS: '50',
    INGESTOR_SETTLE_MS: '100',
  });
  await Promise.all([platform.start(), ingestor.start()]);
  toPlatform.target = Number(new URL(platform.url).port);
  toDatabase.target = database.port;
  return { platform, ingestor, database, toPlatform, toDatabase };
}

/** Lets things go wrong until enough was killed; answers how often what happened. */
async function trouble(scene: Scene): Promise<ReadonlyMap<string, number>> {
  const tally = new Map<string, number>();
  for (let killed = 0; killed < kills; ) {
    await setTimeout(200 + random() * 1200);
    for (const name of await mishap(scene, random)) {
      tally.set(name, (tally.get(name) ?? 0) + 1);
      if (name.endsWith('killed') && ++killed % 10 === 0) console.log(`${killed} of ${kills} kills`);
    }
  }
  return tally;
}

async function run(base: string): Promise<readonly Check[]> {
  const scene = await open(base);
  const { platform, ingestor, database } = scene;
  const folders = new Folders(base, random);
  const tables = new Tables(database, random);
  const port = await scene.toDatabase.listen();
  const watched = [...(await folders.watch(platform, ingestor)), ...(await tables.watch(platform, ingestor, port))];
  let over = false;
  const writing = Promise.all([folders.write(() => over), tables.write(() => over)]);
  const tally = await trouble(scene);
  over = true;
  await writing;
  await settled(platform, ingestor, watched);
  const checks: Check[] = [];
  for (const each of watched) {
    checks.push(...(await checksOf(platform, ingestor, each)));
    const { good, bad } = await each.truth();
    console.log(`${each.id}: ${good}, ${bad} bad ones`);
  }
  console.log([...tally].map(([name, count]) => `${count} × ${name}`).join(', '));
  console.log(`${folders.files} files written`);
  await Promise.all([ingestor.terminate(), platform.kill(), database.stop()]);
  scene.toPlatform.close();
  scene.toDatabase.close();
  return checks;
}

const base = await mkdtemp(path.join(tmpdir(), 'datasarana-chaos-ingest-'));
console.log(`seed ${seed}, data in ${base}`);
const checks = await run(base);
const broken = checks.filter(({ fault }) => fault !== null);
for (const { name, fault } of broken) console.log(`not so: ${name}: ${fault}`);
if (!values.keep && broken.length === 0) await rm(base, { recursive: true, force: true });
console.log('sources = ledgers = index, by count and by a checksum of all rows:');
console.log(`${checks.length - broken.length} passed, ${broken.length} failed`);
process.exit(broken.length === 0 ? 0 : 1);
