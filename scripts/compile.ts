import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Joins the modules of the platform into a few files (ADR 0020), and starts it once so that it finds them compiled. */
const built = path.join(import.meta.dirname, '../packages/server/dist');

/** A module looks for its threads, scripts and sheets beside its source, wherever its code went. */
const besideSource: Plugin = {
  name: 'beside-source',
  transform: {
    filter: { id: /[\\/]packages[\\/]\w+[\\/]src[\\/]/, code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) => {
      const source = path.relative(built, id).split(path.sep).join('/');
      return code
        .replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
        .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${path.posix.dirname(source)}\``);
    },
  },
};

async function bundle(): Promise<void> {
  const modules = await rolldown({
    input: path.join(built, '../src/main.js'),
    platform: 'node',
    // native, and what is only loaded once it is needed
    external: ['@duckdb/node-bindings', 'hyparquet-compressors', 'tedious', 'undici'],
    plugins: [besideSource],
  });
  await modules.write({ dir: built, chunkFileNames: '[name].js' });
  await modules.close();
}

/** On an empty folder; a start that fails says why when it is done in earnest. */
async function startOnce(): Promise<void> {
  console.log('Compiling the platform');
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-compile-'));
  const platform = spawn(process.execPath, [path.join(built, 'main.js')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, DATASARANA_DATA: folder, DATASARANA_PORT: '0', DATASARANA_LOG: 'silent' },
  });
  platform.stdout.on('data', (said: Buffer) => {
    if (said.includes('listens on')) platform.kill('SIGTERM');
  });
  await new Promise((resolve) => platform.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}

const textOfRun = (): Promise<string> => readFile(path.join(built, 'run.js'), 'utf8').catch(() => '');

const before = await textOfRun();
await bundle();
if (before !== (await textOfRun())) await startOnce();
