import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import { oneNumber } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { WriteOperation } from './operation.ts';

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'late-texts-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const MAPPINGS = { properties: { txt1: { type: 'text' } } };

const documents = (count: number, text = 'some words'): readonly WriteOperation[] =>
  Array.from({ length: count }, () => ({ kind: 'index', id: null, source: `{"txt1":"${text}"}` }) as const);

async function found(tenant: TenantIndexes, query: unknown): Promise<number | undefined> {
  const { hits } = await tenant.search(['x'], parseSearch({ query, size: 0, track_total_hits: true }));
  return hits.total?.value;
}

const waiting = (tenant: TenantIndexes): Promise<number> =>
  tenant.read((connection) => oneNumber(connection, 'SELECT count(*) FROM waiting_texts'));

test('[IDX-03] words written while nobody searched are found by the next search, in the index and in a snapshot', async () => {
  await withFolder(async (folder) => {
    const engine = await Engine.open({ folder });
    const tenant = engine.tenant('t');
    await tenant.documents.create('x', { mappings: MAPPINGS });
    await tenant.documents.write('x', documents(10));
    assert.equal(await waiting(tenant), 1);
    const snapshot = await tenant.snapshot();
    assert.equal(
      (await snapshot.search(['x'], parseSearch({ query: { match: { txt1: 'words' } } }))).hits.total?.value,
      10,
    );
    snapshot.close();
    assert.equal(await waiting(tenant), 0);
    await tenant.documents.write('x', documents(5));
    assert.equal(await found(tenant, { match: { txt1: 'words' } }), 15);
    await engine.close();
  });
});

test('[IDX-03] a search beside writes sees of every document its words or nothing', async () => {
  await withFolder(async (folder) => {
    const engine = await Engine.open({ folder });
    const tenant = engine.tenant('t');
    await tenant.documents.create('x', { mappings: MAPPINGS });
    const writes = (async () => {
      for (let i = 0; i < 40; i++) await tenant.documents.write('x', documents(7));
    })();
    let seen = 0;
    while (seen < 40 * 7) {
      assert.equal(await found(tenant, { bool: { must_not: { match: { txt1: 'words' } } } }), 0);
      seen = (await found(tenant, { match: { txt1: 'some' } })) ?? 0;
    }
    await writes;
    await engine.close();
  });
});

/** Writes bulks without end, now and then searching; says each answered one on its output. */
const CHILD = `
const { Engine } = await import(process.argv[1]);
const engine = await Engine.open({ folder: process.argv[2] });
const tenant = engine.tenant('t');
await tenant.documents.create('x', { mappings: { properties: { txt1: { type: 'text' }, num1: { type: 'integer' } } } });
for (let n = 0; ; n++) {
  const operations = Array.from({ length: 200 }, (_, i) => ({ kind: 'index', id: n + '-' + i, source: '{"txt1":"bulk ' + n + '","num1":' + i + '}' }));
  await tenant.documents.write('x', operations);
  process.stdout.write(n + '\\n');
}`;

test('[STR-04] killed while bulks come in, every answered document is there with its text and its words', async () => {
  await withFolder(async (folder) => {
    for (const kill of [1, 4, 9]) {
      const at = join(folder, String(kill));
      const entry = new URL('../index.ts', import.meta.url).href;
      const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, entry, at], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let answered = -1;
      for await (const line of createInterface({ input: child.stdout })) {
        answered = Number(line);
        if (answered === kill) child.kill('SIGKILL');
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await checkKilled(at, answered);
    }
  });
});

async function checkKilled(folder: string, answered: number): Promise<void> {
  const engine = await Engine.open({ folder });
  const tenant = engine.tenant('t');
  assert.ok((await waiting(tenant)) > 0, 'words were waiting when the process was killed');
  for (let n = 0; n <= answered; n++) {
    assert.equal(await found(tenant, { match: { txt1: String(n) } }), 200);
    const [document] = await tenant.documents.get('x', [`${n}-199`]);
    assert.equal(document?.source.text, `{"txt1":"bulk ${n}","num1":199}`);
  }
  // the bulk under way is there whole or not at all
  const { documents: all } = await tenant.documents.stats('x');
  assert.equal(await found(tenant, { match: { txt1: 'bulk' } }), all);
  assert.equal(all % 200, 0);
  await engine.close();
}
