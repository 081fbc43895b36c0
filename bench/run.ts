import { execFileSync } from 'node:child_process';
import { lists } from '../packages/server/bench/lists.ts';
import { records } from '../packages/server/bench/records.ts';
import { beside } from './beside.ts';
import { bulk } from './bulk.ts';
import { engine } from './engine.ts';
import { runFolder } from './folder.ts';
import { growth } from './growth.ts';
import { ids } from './ids.ts';
import { ingest } from './ingest.ts';
import { readers } from './readers.ts';
import { shapes } from './shapes.ts';
import { spine } from './spine.ts';
import { tenants } from './tenants.ts';
import { texts } from './texts.ts';

/**
 * `npm run bench -- <name> [--json]`: runs one benchmark; `--json` ends with one JSON object on the last line. `engine` runs
 * `beside`, `growth`, `readers`, `shapes` and `tenants`; `--large` adds 10 M documents to `growth` and `shapes`, and
 * `--documents 100000,1000000` sets their sizes; `--readers 1,8` and `--seconds 5` are for `readers`.
 */
const BENCHMARKS: Readonly<Record<string, () => Promise<object>>> = {
  spine,
  records: () => records(),
  lists: () => lists(),
  engine,
  beside: () => beside(),
  growth,
  readers,
  ingest: () => ingest(),
  bulk: () => bulk(),
  ids,
  tenants: () => tenants(),
  folder: () => runFolder(1_000_000),
  shapes,
  texts,
};

const [, , name = ''] = process.argv;
const run = BENCHMARKS[name];
if (!run) {
  console.error(`There is no benchmark "${name}". Choose one of ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}
// what is measured is what `npm start` runs
execFileSync(process.execPath, ['scripts/compile.ts'], { stdio: 'inherit' });
const figures = await run();
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else
  for (const [figure, value] of Object.entries(figures))
    console.log(`${figure.padEnd(28)} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
