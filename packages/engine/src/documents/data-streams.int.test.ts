import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Engine } from '../engine.ts';

const TEMPLATE = { index_patterns: ['logs-*'], data_stream: {}, template: { aliases: { all: {} } } };

/** Makes, fills, rolls over and removes data streams without end; says each step it is done with. */
const CHILD = `
const { Engine } = await import(process.argv[1]);
const engine = await Engine.open({ folder: process.argv[2] });
const documents = engine.tenant('t').documents;
await documents.putName('index_template', 'logs', ${JSON.stringify(TEMPLATE)});
for (let n = 0; ; n++) {
  const name = 'logs-' + (n % 3);
  await documents.removeStreams([name]);
  await documents.createStream(name);
  for (let i = 0; i < 3; i++) {
    const index = await documents.writeIndex(name);
    await documents.write(index, [{ kind: 'create', id: null, source: '{"@timestamp":"2024-01-01"}' }]);
    await documents.rollStream(name);
    process.stdout.write('rolled\\n');
  }
  const { indices: [first] } = (await documents.streams()).find((each) => each.name === name);
  await documents.remove([first]);
  process.stdout.write('removed\\n');
}`;

async function killAfter(steps: number, folder: string): Promise<void> {
  const engine = new URL('../index.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, engine, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  for await (const _ of createInterface({ input: child.stdout })) if (++done === steps) child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

test('[STR-04] killed at any moment, a data stream has all its indexes and no other index is left of one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'streams-'));
  try {
    for (const steps of [2, 7, 13]) {
      await killAfter(steps, folder);
      const engine = await Engine.open({ folder });
      const { documents } = engine.tenant('t');
      const infos = await documents.list();
      const streams = await documents.streams();
      assert.deepEqual(
        streams.flatMap(({ indices }) => indices),
        infos.map(({ name }) => name),
        `killed after ${steps} steps`,
      );
      assert.ok(infos.every(({ name, stream }) => name.startsWith(`.ds-${stream}-`)));
      const names = streams.map(({ name }) => name);
      assert.deepEqual(await documents.resolve('logs-*'), await documents.resolve(names.length > 0 ? names : 'none*'));
      for (const { name, generation } of streams) {
        await documents.rollStream(name);
        assert.equal((await documents.streams()).find((each) => each.name === name)?.generation, generation + 1);
      }
      await engine.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
