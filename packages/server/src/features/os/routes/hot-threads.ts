import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { OsCall } from '../call.ts';
import { isMeant, NODE } from '../named-nodes.ts';
import { illegal } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { onlyParameters } from '../unknown-parameters.ts';

/** Milliseconds in the units of an interval. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
]);

const LONGEST_MS = 10_000;

function intervalOf(given = '500ms'): number {
  const [, amount = '', unit = ''] = /^(\d+)(ms|s)$/.exec(given) ?? [];
  const length = Number(amount) * (UNITS.get(unit) ?? Number.NaN);
  if (length >= 1 && length <= LONGEST_MS) return length;
  throw illegal(`[interval] must be a time from 1ms to ${LONGEST_MS / 1000}s, but was [${given}]`);
}

/** How busy the processors were with this process for a while: it has one thread of JavaScript, and DuckDB's beside it. */
async function hotThreads(call: OsCall): Promise<string> {
  onlyParameters(call, ['threads', 'interval', 'snapshots', 'type', 'ignore_idle_threads', 'timeout']);
  if (!isMeant(call, call.params.node)) return '';
  const length = intervalOf(call.query.interval);
  const before = { all: process.cpuUsage(), loop: performance.eventLoopUtilization() };
  await wait(length);
  const all = process.cpuUsage(before.all);
  const loop = performance.eventLoopUtilization(before.loop);
  const line = (ms: number, name: string): string =>
    `   ${((100 * ms) / length).toFixed(1).padStart(5)}% (${ms.toFixed(1)}ms out of ${length}ms) cpu usage by ${name}\n`;
  return [
    `::: {${NODE}}{${call.services.config.clusterId}}{127.0.0.1}{127.0.0.1:9300}{dim}\n`,
    `   Hot threads at ${new Date(call.services.clock()).toISOString()}, interval=${length}ms:\n   \n`,
    line((all.user + all.system) / 1000, 'all threads of the process'),
    line(loop.active, "thread 'main'"),
    '\n',
  ].join('');
}

const NAMES = ['hot_threads', 'hotthreads'];

export const hotThreadRoutes: readonly OsRoute[] = [
  os(
    'GET',
    'read',
    ['/_nodes', '/_nodes/:node', '/_cluster/nodes', '/_cluster/nodes/:node'].flatMap((base) =>
      NAMES.map((name) => `${base}/${name}`),
    ),
    hotThreads,
  ),
];
