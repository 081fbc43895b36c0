import { cpus, totalmem } from 'node:os';
import { beside } from './beside.ts';
import { type Growth, growth } from './growth.ts';
import { printTable } from './markdown.ts';
import { readers } from './readers.ts';
import { shapes } from './shapes.ts';
import { tenants } from './tenants.ts';

async function part<T>(name: string, run: () => Promise<T>): Promise<T> {
  console.log(`\n## ${name}\n`);
  return run();
}

/** What is aimed at beside what the largest size of the growth showed. */
function printAims({ load_peak_growth, sizes }: Growth): void {
  const [rows, last] = Object.entries(sizes).at(-1) ?? [];
  console.log(`\n## Aims, ${rows} documents\n`);
  printTable(
    ['figure', 'measured', 'aimed at'],
    [
      ["own way in / OpenSearch's _bulk, rows/s", last?.ratios.rows_per_s ?? null, '≥ 5'],
      ['disk, ours / OpenSearch', last?.ratios.disk_mb ?? null, '≤ 0.5'],
      ['peak memory while loading, ours / OpenSearch', last?.ratios.load_peak_mb ?? null, '≤ 0.6'],
      ['peak memory while asked, ours / OpenSearch', last?.ratios.asked_peak_mb ?? null, '≤ 0.6'],
      ['ready on an empty folder, ms', last?.ready_empty_ms ?? null, '≤ 1000'],
      ['ready on these documents, ms', last?.ready_ms ?? null, '≤ 1000'],
      ['peak memory while loading / that of the size before', load_peak_growth, '< 1.2 from 1 M to 10 M'],
    ],
  );
}

/** Everything about the engine in one run: questions, growth, readers while rows come in, published workloads, many tenants. */
export async function engine(): Promise<object> {
  const figures = {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    beside: await part('Beside OpenSearch', beside),
    growth: await part('Growth', growth),
    readers: await part('Readers while 5,000 rows/s come in', readers),
    shapes: await part('Shapes of published workloads', shapes),
    tenants: await part('Many tenants', tenants),
  };
  printAims(figures.growth);
  return figures;
}
