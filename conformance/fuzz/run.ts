import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDoor } from '../door.ts';
import { difference } from './compare.ts';
import { randomDocuments, randomMapping } from './fields.ts';
import { knownDifference } from './known.ts';
import { Random } from './random.ts';
import { Requests } from './requests.ts';
import { type FuzzCase, shrink } from './shrink.ts';

type Body = Readonly<Record<string, unknown>>;

interface Server {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

const INDEX = 'fuzz';

async function send({ url, headers }: Server, method: string, address: string, body?: string | Body): Promise<Answer> {
  const isText = typeof body === 'string';
  const answer = await fetch(url + address, {
    method,
    headers: { ...headers, 'content-type': isText ? 'application/x-ndjson' : 'application/json' },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function store(server: Server, { mapping, documents }: FuzzCase): Promise<void> {
  await send(server, 'DELETE', `/${INDEX}`);
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await send(server, 'PUT', `/${INDEX}`, { settings, mappings: mapping });
  if (documents.length === 0) return;
  const lines = documents.flatMap((document, i) => [
    `{"index":{"_id":"${document.uid ?? i}"}}`,
    JSON.stringify(document),
  ]);
  const { body } = await send(server, 'POST', `/${INDEX}/_bulk?refresh=true`, `${lines.join('\n')}\n`);
  if (body.errors !== false)
    throw new Error(`${server.url} refused random documents: ${JSON.stringify(body).slice(0, 500)}`);
}

async function answersDiffer(servers: readonly [Server, Server], search: Body): Promise<string | null> {
  const address = `/${INDEX}/_search?request_cache=false`;
  const [ours, theirs] = await Promise.all(servers.map((server) => send(server, 'POST', address, search)));
  if (!ours || !theirs) throw new Error('A search was not answered');
  if (ours.status !== theirs.status) {
    return `status: ${ours.status} here (${reasonOf(ours)}), ${theirs.status} there (${reasonOf(theirs)})`;
  }
  if (ours.status >= 400) refused++;
  return ours.status >= 400 ? null : difference(ours.body, theirs.body);
}

/** What a difference is about, whatever its numbers: a smaller case has to show the same one. */
const kindOf = (said: string): string =>
  said.replace(/[\d.-]+/g, 'n').slice(0, said.startsWith('status') ? 60 : said.indexOf(':'));

const reasonOf = ({ body }: Answer): string =>
  JSON.stringify(Reflect.get(Object(body.error), 'reason') ?? '').slice(0, 160);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    requests: { type: 'string', default: '200' },
    minutes: { type: 'string' },
    opensearch: { type: 'string', default: 'http://127.0.0.1:9200' },
  },
});

const theirs: Server = { url: values.opensearch, headers: {} };
const door = await openDoor();
const servers: readonly [Server, Server] = [
  { url: door.url, headers: { authorization: `Bearer ${door.token}` } },
  theirs,
];
const until = values.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.minutes) * 60_000;
const PER_INDEX = 50;
let asked = 0;
let explained = 0;
let refused = 0;
const unexplained: string[] = [];

async function report(found: FuzzCase, seed: number, why: string): Promise<void> {
  const differs = async (each: FuzzCase): Promise<boolean> => {
    for (const server of servers) await store(server, each);
    const still = await answersDiffer(servers, each.search);
    return still !== null && kindOf(still) === kindOf(why) && knownDifference(still, each.search) === null;
  };
  const least = await shrink(found, differs);
  for (const server of servers) await store(server, least);
  const said = (await answersDiffer(servers, least.search)) ?? why;
  const folder = path.resolve('.cache/fuzz');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `seed-${seed}-${unexplained.length}.json`);
  await writeFile(file, JSON.stringify({ said, ...least }, null, 1));
  unexplained.push(`seed ${seed}: ${said}\n    ${JSON.stringify(least.search)}\n    ${file}`);
  console.log(unexplained.at(-1));
}

async function runSeed(seed: number): Promise<void> {
  const random = new Random(seed);
  for (let done = 0; done < Number(values.requests) && Date.now() < until; done += PER_INDEX) {
    const mapping = randomMapping(random);
    const documents = randomDocuments(random, mapping, random.int(5, 120));
    const requests = new Requests(random, mapping);
    const searches = random.many(PER_INDEX, () => requests.search());
    for (const server of servers) await store(server, { mapping: mapping.body, documents, search: {} });
    for (const search of searches) {
      const found = await answersDiffer(servers, search);
      asked++;
      if (found === null) continue;
      if (knownDifference(found, search) !== null) {
        explained++;
        continue;
      }
      await report({ mapping: mapping.body, documents, search }, seed, found);
      if (unexplained.length >= 20) return;
      for (const server of servers) await store(server, { mapping: mapping.body, documents, search: {} });
    }
  }
}

try {
  for (let i = 0; i < Number(values.seeds) && unexplained.length < 20; i++) await runSeed(Number(values.seed) + i);
} finally {
  await send(theirs, 'DELETE', `/${INDEX}`).catch(() => null);
  await door.stop();
}
console.log(
  `${asked} requests, ${refused} refused by both, ${explained} explained differences, ${unexplained.length} unexplained`,
);
console.log(`${unexplained.length === 0 ? 1 : 0} passed, ${unexplained.length} failed`);
process.exitCode = unexplained.length === 0 ? 0 : 1;
