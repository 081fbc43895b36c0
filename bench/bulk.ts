import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bulks, requestsOf, sendBulks, warmUp } from './bulks.ts';
import { call, type Door, FLIGHT_MAPPINGS, flightsNdjson } from './door.ts';
import { flightsCsv } from './flights.ts';
import { opensearchDiskMb, opensearchDoor } from './opensearch.ts';
import { doorOf, folderBytes, startPlatform } from './platform.ts';
import { listenerOf, memoryMb } from './process-memory.ts';
import { SHAPES, shapeNdjson } from './shape-data.ts';

const INDEX = 'bench-bulk';

/** Documents that are sent, and how their fields are mapped. */
interface Sample {
  readonly file: string;
  readonly mappings: object;
}

const SAMPLES: Readonly<Record<string, (rows: number) => Promise<Sample>>> = {
  flights: async (rows) => ({ file: await flightsNdjson(await flightsCsv(rows)), mappings: FLIGHT_MAPPINGS }),
  big5: async (rows) => ({ file: await shapeNdjson('big5', rows), mappings: SHAPES.big5.mappings }),
  nyc_taxis: async (rows) => ({ file: await shapeNdjson('nyc_taxis', rows), mappings: SHAPES.nyc_taxis.mappings }),
  mixed: async (rows) => ({ file: await mixedNdjson(rows), mappings: MIXED }),
};

const MIXED = {
  properties: {
    n: { type: 'long' },
    x: { type: 'double' },
    k: { type: 'keyword' },
    t: { type: 'text' },
    at: { type: 'date' },
  },
};

/** Documents as several programs write them: fields that are missing, lists, escapes, offsets of time zones, decimals with and without `.0`. */
async function mixedNdjson(rows: number): Promise<string> {
  const file = path.join(tmpdir(), `datasarana-mixed-${rows}.ndjson`);
  const of = (i: number): string => {
    const fields = [
      i % 3 > 0 ? [`"n":${i}`] : [],
      [`"x":${i % 4 === 0 ? `${i % 97}.0` : i / 8 + 0.01}`],
      [`"k":${i % 5 === 0 ? `["a${i % 300}","b"]` : `"a${i % 300}"`}`],
      [`"t":"some ${i % 7 === 0 ? '\\"quoted\\"' : 'plain'} words ${i % 1000}"`],
      i % 2 > 0 ? [`"at":"2024-01-02T03:04:${10 + (i % 50)}${i % 11 === 0 ? '+02:00' : 'Z'}"`] : [],
    ];
    return `{${fields.flat().join(',')}}\n`;
  };
  await writeFile(
    file,
    Array.from({ length: rows }, (_, i) => of(i)),
  );
  return file;
}

/** Seconds of processor time a process has taken. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Figures {
  readonly docs_per_s: number;
  readonly cpu_ms_per_1000: number | null;
  readonly peak_mb: number | null;
  readonly disk_mb: number;
}

interface Sending extends Bulks {
  readonly rows: number;
}

/** `_bulk` of ours and of a real OpenSearch on the same documents, one after the other; `BENCH_DATA` names others than flights. */
export async function bulk(): Promise<object> {
  const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
  const sample = SAMPLES[process.env.BENCH_DATA ?? 'flights'];
  if (sample === undefined) throw new Error(`BENCH_DATA is one of ${Object.keys(SAMPLES).join(', ')}`);
  const { file, mappings } = await sample(rows);
  const theirs = process.env.BENCH_ALONE ? null : await opensearchDoor();
  const figures: Record<string, Figures> = {};
  for (const [batch, clients] of settings()) {
    const sending = { requests: await requestsOf(file, batch), mappings, rows, clients };
    figures[`ours ${batch} × ${clients}`] = await ours(sending);
    if (theirs) figures[`opensearch ${batch} × ${clients}`] = await real(theirs, sending);
  }
  return figures;
}

const settings = (): readonly (readonly [batch: number, clients: number])[] =>
  (process.env.BENCH_BULKS ?? '1000x1,1000x4,5000x1,5000x2,5000x4').split(',').map((each) => {
    const [batch = 5000, clients = 2] = each.split('x').map(Number);
    return [batch, clients];
  });

async function ours(sending: Sending): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-bulk-'));
  const platform = await startPlatform(folder);
  try {
    const door = await doorOf(platform);
    await warmUp(door, sending);
    const pid = platform.process.pid ?? 0;
    const before = await cpuSeconds(pid);
    const seconds = await sendBulks(door, INDEX, sending);
    const cpu = (await cpuSeconds(pid)) - before;
    const peak = await memoryMb(pid, 'VmHWM');
    await platform.stop();
    const disk = (await folderBytes(path.join(folder, 'search'))) / 1e6;
    return figuresOf(sending.rows, seconds, cpu, peak, disk);
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function real(door: Door, sending: Sending): Promise<Figures> {
  await warmUp(door, sending);
  const pid = await listenerOf(door.url);
  const before = pid === null ? 0 : await cpuSeconds(pid);
  const seconds = await sendBulks(door, INDEX, sending);
  const cpu = pid === null ? null : (await cpuSeconds(pid)) - before;
  const disk = await opensearchDiskMb(door, INDEX);
  const peak = pid === null ? null : await memoryMb(pid, 'VmRSS');
  await call(door, 'DELETE', `/${INDEX}`);
  return figuresOf(sending.rows, seconds, cpu, peak, disk);
}

const figuresOf = (rows: number, seconds: number, cpu: number | null, peak: number | null, disk: number): Figures => ({
  docs_per_s: Math.round(rows / seconds),
  cpu_ms_per_1000: cpu === null ? null : Math.round((cpu / rows) * 1e7) / 10,
  peak_mb: peak,
  disk_mb: Math.round(disk * 10) / 10,
});
