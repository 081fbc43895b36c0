import type { Apis } from '../calls/apis.ts';
import { type Server, send } from '../calls/server.ts';
import { reasonToSkip } from '../suite/requirements.ts';
import { apisOf, type Case, type Step, type Suite } from '../suite/suite.ts';
import { assertStep } from './assertions.ts';
import { callStep } from './call-step.ts';
import { Memory } from './memory.ts';

/** What became of a case. */
export interface Outcome {
  readonly file: string;
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was left out. */
  readonly reason: string;
}

export const idOf = ({ file, title }: Pick<Outcome, 'file' | 'title'>): string => `${file}::${title}`;

async function runSteps(server: Server, apis: Apis, steps: readonly Step[], memory: Memory, part: string) {
  for (const [place, step] of steps.entries()) {
    try {
      if (step.op === 'do') await callStep(server, apis, step, memory);
      else assertStep(step.op, step.arg, memory);
    } catch (cause) {
      throw new Error(`${part} step ${place + 1}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
}

const UNBLOCKED = JSON.stringify({ 'index.blocks.read_only': null, 'index.blocks.read_only_allow_delete': null });

/** Takes away what a case has made, what it made read only too; indexes of data streams go with their streams alone. */
async function wipe(server: Server, steps: readonly Step[]): Promise<void> {
  if (/index_template/.test(apisOf(steps).join(' '))) await send(server, { method: 'DELETE', url: '/_data_stream/*' });
  const all = { method: 'DELETE', url: '/*?expand_wildcards=all&ignore_unavailable=true' };
  const { status } = await send(server, all);
  if (status === 403) {
    const url = '/_all/_settings?expand_wildcards=all';
    await send(server, { method: 'PUT', url, payload: UNBLOCKED, type: 'application/json' });
    await send(server, all);
  }
}

/** What cases make beside indexes, and how it is taken away. */
const BESIDE: readonly (readonly [made: RegExp, url: string])[] = [
  [/_template/, '/_index_template/*'],
  [/_template/, '/_template/*'],
  [/_template/, '/_component_template/*'],
  [/_pit/, '/_search/point_in_time/_all'],
];

const UNSET = JSON.stringify({ persistent: { '*': null }, transient: { '*': null } });

/** Takes away what is no index, of which an official case expects none. */
async function wipeBeside(server: Server, steps: readonly Step[]): Promise<void> {
  const called = apisOf(steps).join(' ');
  for (const [made, url] of BESIDE) if (made.test(called)) await send(server, { method: 'DELETE', url });
  if (!called.includes('cluster.put_settings')) return;
  await send(server, { method: 'PUT', url: '/_cluster/settings', payload: UNSET, type: 'application/json' });
}

/** Runs a case on an empty server and leaves it empty. */
export async function runCase(server: Server, apis: Apis, suite: Suite, given: Case): Promise<Outcome> {
  const about = { file: suite.file, title: given.title };
  const skipped = reasonToSkip(suite, given, apis);
  if (skipped !== null) return { ...about, status: 'skipped', reason: skipped };
  let fault = '';
  try {
    await runSteps(server, apis, suite.setup, new Memory(), 'setup');
    await runSteps(server, apis, given.steps, new Memory(), 'case');
  } catch (cause) {
    fault = cause instanceof Error ? cause.message : String(cause);
  }
  try {
    await runSteps(server, apis, suite.teardown, new Memory(), 'teardown');
    const steps = [...suite.setup, ...given.steps];
    await wipe(server, steps);
    await wipeBeside(server, steps);
  } catch (cause) {
    fault ||= cause instanceof Error ? cause.message : String(cause);
  }
  return { ...about, status: fault === '' ? 'passed' : 'failed', reason: fault };
}
