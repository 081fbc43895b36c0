import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Door, openDoor } from '../door.ts';

let door: Door;
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'door-curl-'));
  door = await openDoor();
});
after(async () => {
  await door?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function curl(address: string, ...more: readonly string[]): Promise<string> {
  const args = ['-sS', '-u', `any:${door.token}`, ...more, `${door.url}${address}`];
  return (await promisify(execFile)('curl', args)).stdout;
}

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return `@${file}`;
}

const NDJSON = ['-H', 'content-type: application/x-ndjson'] as const;
const JSON_TYPE = ['-H', 'content-type: application/json'] as const;

test('curl sends NDJSON, plain and packed', async () => {
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => `{"index":{}}\n{"n":${from + i},"city":"Bogor"}\n`).join('');
  const plain = JSON.parse(await curl('/rows/_bulk', ...NDJSON, '--data-binary', await fileOf('a', lines(0, 500))));
  assert.equal(plain.errors, false);
  assert.equal(plain.items.length, 500);
  const packed = await fileOf('b', gzipSync(lines(500, 1000)));
  const answer = await curl('/rows/_bulk', ...NDJSON, '-H', 'content-encoding: gzip', '--data-binary', packed);
  assert.equal(JSON.parse(answer).items.length, 500);
  assert.equal(JSON.parse(await curl('/rows/_count')).count, 1000);
});

test('a GET may carry a body', async () => {
  const body = '{"size":1,"query":{"range":{"n":{"gte":990}}},"sort":["n"]}';
  const { hits } = JSON.parse(await curl('/rows/_search', '-X', 'GET', ...JSON_TYPE, '-d', body));
  assert.equal(hits.total.value, 10);
  assert.equal(hits.hits[0]._source.n, 990);
});

test('_cat answers text in columns, and JSON when asked for it', async () => {
  const text = await curl('/_cat/indices?v');
  const [head = '', first = ''] = text.trim().split('\n');
  assert.match(head, /^health +status +index +uuid +pri +rep +docs\.count/);
  assert.match(first, /^(green|yellow) +open +rows +\S+ +1 +1 +1000 /);
  const [row] = JSON.parse(await curl('/_cat/indices?format=json'));
  assert.equal(row['docs.count'], '1000');
  assert.match(await curl('/_cat/count/rows?h=count'), /^1000\n$/);
});

test('answers are packed when asked for', async () => {
  const head = await curl('/rows/_search?size=100', '-H', 'accept-encoding: gzip', '-D', '-', '-o', '/dev/null');
  assert.match(head, /^content-encoding: gzip\r$/im);
  const { hits } = JSON.parse(await curl('/rows/_search?size=100', '--compressed'));
  assert.equal(hits.hits.length, 100);
});

test('pretty answers end with a line end, and a wrong path says so', async () => {
  assert.match(await curl('/?pretty'), /^\{\n {2}"name" : .*|^\{\n {2}"name": /);
  const wrong = JSON.parse(await curl('/_no_such_thing/at/all/here/x'));
  assert.equal(wrong.error, 'no handler found for uri [/_no_such_thing/at/all/here/x] and method [GET]');
});
