import { lists } from '../packages/server/bench/lists.ts';
import { records } from '../packages/server/bench/records.ts';
import { bulk } from './bulk.ts';
import { engine } from './engine.ts';
import { runFolder } from './folder.ts';
import { ingest } from './ingest.ts';
import { shapes } from './shapes.ts';
import { spine } from './spine.ts';
import { tenants } from './tenants.ts';

/** `npm run bench -- <name> [--json]`: runs one benchmark; `--json` ends with one JSON object on the last line. */
const BENCHMARKS: Readonly<Record<string, () => Promise<object>>> = {
  spine,
  records: () => records(),
  lists: () => lists(),
  engine: () => engine(),
  ingest: () => ingest(),
  bulk: () => bulk(),
  tenants: () => tenants(),
  folder: () => runFolder(1_000_000),
  shapes: () => shapes(),
};

const [name = ''] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const run = BENCHMARKS[name];
if (!run) {
  console.error(`There is no benchmark "${name}". Choose one of ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}
const figures = await run();
for (const [figure, value] of Object.entries(figures))
  console.log(`${figure.padEnd(28)} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
