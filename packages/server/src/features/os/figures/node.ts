import { readdir, readFile, statfs } from 'node:fs/promises';
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os';
import { memoryUsage, resourceUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import type { Body } from '../json-object.ts';

const shareOf = (part: number, whole: number): number => Math.round((100 * part) / whole);

/** Bytes of the machine's memory. */
export interface Memory {
  readonly total: number;
  readonly free: number;
  readonly used: number;
  readonly usedPercent: number;
}

export function memoryOfMachine(): Memory {
  const [total, free] = [totalmem(), freemem()];
  return { total, free, used: total - free, usedPercent: shareOf(total - free, total) };
}

/** Bytes of the disk that holds the platform's data. */
export interface Disk {
  readonly total: number;
  readonly free: number;
  readonly available: number;
  readonly used: number;
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return { total: blocks * bsize, free: bfree * bsize, available: bavail * bsize, used: (blocks - bfree) * bsize };
}

/** Bytes of the heap of JavaScript; DuckDB's memory is beside it. */
export interface Heap {
  readonly used: number;
  readonly committed: number;
  readonly most: number;
  readonly usedPercent: number;
}

export function heapOfProcess(): Heap {
  const { heapUsed: used, heapTotal: committed } = memoryUsage();
  const most = getHeapStatistics().heap_size_limit;
  return { used, committed, most, usedPercent: shareOf(used, most) };
}

export function loadOfMachine(): { readonly '1m': number; readonly '5m': number; readonly '15m': number } {
  const [one = 0, five = 0, fifteen = 0] = loadavg().map((load) => Math.round(100 * load) / 100);
  return { '1m': one, '5m': five, '15m': fifteen };
}

export function machineFigures(timestamp: number): Body {
  const { total, free, used, usedPercent } = memoryOfMachine();
  return {
    timestamp,
    cpu: { load_average: loadOfMachine() },
    mem: {
      total_in_bytes: total,
      free_in_bytes: free,
      used_in_bytes: used,
      free_percent: 100 - usedPercent,
      used_percent: usedPercent,
    },
  };
}

/** Milliseconds of processor time the process took since it began. */
function processorTime(): number {
  const { userCPUTime, systemCPUTime } = resourceUsage();
  return Math.round((userCPUTime + systemCPUTime) / 1000);
}

/** Files the process holds open and may hold open; -1 where the system does not tell, as OpenSearch has it. */
export async function openFiles(): Promise<{ readonly open: number; readonly most: number }> {
  const open = await readdir('/proc/self/fd').catch(() => null);
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return { open: open?.length ?? -1, most: most === undefined ? -1 : Number(most) };
}

export async function processFigures(timestamp: number): Promise<Body> {
  const { open, most } = await openFiles();
  const lived = process.uptime() * 1000 * availableParallelism();
  const total = processorTime();
  return {
    timestamp,
    open_file_descriptors: open,
    max_file_descriptors: most,
    // of its whole life: nothing here looks at the processors from time to time
    cpu: { percent: shareOf(total, lived), total_in_millis: total },
    mem: { total_virtual_in_bytes: memoryUsage().rss },
  };
}

/** Of the process of Node, in the words of a Java machine; it has no classes, and one thread of JavaScript. */
export function heapFigures(timestamp: number): Body {
  const { used, committed, most, usedPercent } = heapOfProcess();
  const { external, arrayBuffers } = memoryUsage();
  return {
    timestamp,
    uptime_in_millis: Math.floor(process.uptime() * 1000),
    mem: {
      heap_used_in_bytes: used,
      heap_used_percent: usedPercent,
      heap_committed_in_bytes: committed,
      heap_max_in_bytes: most,
      non_heap_used_in_bytes: external,
      non_heap_committed_in_bytes: external,
      pools: {},
    },
    threads: { count: 1, peak_count: 1 },
    gc: { collectors: {} },
    buffer_pools: { direct: { count: 0, used_in_bytes: arrayBuffers, total_capacity_in_bytes: arrayBuffers } },
  };
}

/** The folder itself is nobody's business; the name of what it holds stands for it. */
const DATA = 'data';

export async function diskFigures(timestamp: number, folder: string): Promise<Body> {
  const { total, free, available } = await diskOf(folder);
  const bytes = {
    total_in_bytes: total,
    free_in_bytes: free,
    available_in_bytes: available,
    cache_reserved_in_bytes: 0,
  };
  return { timestamp, total: bytes, data: [{ path: DATA, mount: DATA, type: 'unknown', ...bytes }], io_stats: {} };
}
