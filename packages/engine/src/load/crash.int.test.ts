import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Engine } from '../engine.ts';
import { tellWords, toldWords } from '../search/text/turned-words.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import type { BatchProgress } from './batch.ts';

const ROWS = 20_000;
const PHASES: readonly BatchProgress['phase'][] = ['validate', 'compare', 'write', 'index', 'commit'];

/** Applies batches without end; says each phase it enters and each ledger it got on its output. */
const CHILD = `
const { Engine } = await import(process.argv[1]);
const [, , folder, file, from, key] = process.argv;
const engine = await Engine.open({ folder });
const tenant = engine.tenant('t');
const field = (name, type) => ({ name, type, label: name });
await tenant.createIndex({ name: 'rows', fields: [field('id', 'integer'), field('txt1', 'text')], keyFields: key === '' ? [] : [key], source: 'columns' });
const columns = ['id', 'txt1'].map((name) => ({ name, field: name }));
for (let n = Number(from); ; n++) {
  const rows = { format: 'csv', files: [file + (n % 2)], delimiter: ',', columns, lines: { breaks: [] } };
  const onProgress = ({ phase }) => process.stdout.write(phase + '\\n');
  const position = { topic: 'x', partition: 0, next: n + 1 };
  const ledger = await tenant.applyBatch('rows', { batch: 'b' + n, requestId: 'r' + n, rows, structural: [], system: {}, position, onProgress });
  process.stdout.write('acknowledged ' + n + '\\n');
}`;

/** Runs the child until it enters \`phase\` of its second batch, kills it there. @returns the last acknowledged batch */
async function killAt(phase: string, folder: string, file: string, from: number, key: string): Promise<number> {
  const engine = new URL('../index.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, engine, folder, file, String(from), key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let acknowledged = from - 1;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('acknowledged')) acknowledged = Number(line.split(' ')[1]);
    else if (line === phase && acknowledged >= from) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return acknowledged;
}

for (const key of ['id', '']) {
  const kind = key === '' ? 'added' : 'compared by key';
  test(`[STR-04] killed in any phase, a batch of rows ${kind} is there whole or not at all`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crash-'));
    const file = join(folder, 'rows');
    for (const n of [0, 1]) {
      await writeFile(`${file}${n}`, Array.from({ length: ROWS }, (_, i) => `${i},state ${n} of row ${i}\n`).join(''));
    }
    try {
      let next = 0;
      for (const phase of PHASES) {
        const acknowledged = await killAt(phase, join(folder, 'search'), file, next, key);
        assert.ok(acknowledged >= next, `the child ended before its first batch in phase ${phase}`);
        next = await checkState(join(folder, 'search'), acknowledged, key);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

/** Every acknowledged batch is there, the one under way whole or not at all; ledger, position and rows agree. */
async function checkState(folder: string, acknowledged: number, key: string): Promise<number> {
  const engine = await Engine.open({ folder });
  const tenant = engine.tenant('t');
  const layout = await tenant.layout('rows');
  const live = `SELECT _doc FROM ${layout.docs}`;
  const state = await tenant.read(async (connection) => {
    await tellWords(connection, 'i1_t1');
    return {
      ledgers: await oneNumber(connection, 'SELECT count(*) FROM ledgers'),
      batches: await allRows(
        connection,
        `SELECT _batch, count(*)::INTEGER AS rows, count(DISTINCT f0)::INTEGER AS ids, min(f1[1:7]) AS low, max(f1[1:7]) AS high
       FROM ${layout.docs} GROUP BY _batch`,
      ),
      words: await oneNumber(
        connection,
        `SELECT count(*) FROM ${toldWords('i1_t1').text} WHERE term = 'row' AND doc IN (${live})`,
      ),
    };
  });
  assert.ok(state.ledgers === acknowledged + 1 || state.ledgers === acknowledged + 2, `${state.ledgers} ledgers`);
  const last = state.ledgers - 1;
  const kept = key === '' ? Array.from({ length: state.ledgers }, (_, n) => n) : [last];
  const expected = kept.map((n) => {
    const text = `state ${n % 2}`;
    return { _batch: `b${n}`, rows: ROWS, ids: ROWS, low: text, high: text };
  });
  const byBatch = (a: { readonly _batch?: unknown }, b: { readonly _batch?: unknown }): number =>
    String(a._batch).localeCompare(String(b._batch));
  assert.deepEqual([...state.batches].sort(byBatch), expected.sort(byBatch));
  assert.deepEqual(await tenant.accounts.position('x'), new Map([[0, last + 1]]));
  assert.equal(state.words, ROWS * kept.length);
  assert.equal((await tenant.stats('rows')).documents, ROWS * kept.length);
  await engine.close();
  return last + 1;
}
