import { spawn } from 'node:child_process';
import { glob } from 'node:fs/promises';
import path from 'node:path';

/**
 * The whole test run of a fresh machine: checks, unit and integration tests on real engines, build and budgets, then the
 * browser tests. Goes on after a failure and ends with the sum, so that one look tells everything.
 */
interface Sum {
  passed: number;
  failed: number;
}

const sum: Sum = { passed: 0, failed: 0 };

/** Each file of tests is a process of its own: what one has compiled the next need not. */
const COMPILED = path.join(import.meta.dirname, '../node_modules/.cache/compiled');

async function run(
  title: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  console.log(`\n— ${title}`);
  const child = spawn(command, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (!counted(output)) {
    if (code === 0) sum.passed++;
    else sum.failed++;
  } else if (code !== 0 && Number(figure(output, 'fail')) === 0) sum.failed++;
  return output;
}

/** Adds the figures of node's test runner; false when there are none. A skipped or cancelled test counts as failed. */
function counted(output: string): boolean {
  const passed = figure(output, 'pass');
  if (passed === null) return false;
  sum.passed += passed;
  sum.failed += ['fail', 'cancelled', 'skipped', 'todo'].reduce((n, name) => n + (figure(output, name) ?? 0), 0);
  return true;
}

function figure(output: string, name: string): number | null {
  const found = [...output.matchAll(new RegExp(`^(?:ℹ|#) ${name} (\\d+)$`, 'gm'))].at(-1)?.[1];
  return found === undefined ? null : Number(found);
}

async function files(pattern: string): Promise<readonly string[]> {
  return (await Array.fromAsync(glob(pattern))).filter((file) => !file.includes('node_modules')).sort();
}

/** A test, or a file of tests, that takes longer hangs: it ends, and is told by name. */
const HANGS_MS = 600_000;
const TESTS = ['--test', '--test-reporter=spec', `--test-timeout=${HANGS_MS}`];
const BESIDE = [...TESTS, '--test-concurrency=2'];
const ALONE = [...TESTS, '--test-concurrency=1'];

/**
 * A browser, or a server beside others, is late now and then on a busy machine. One or two files that failed run once
 * more by themselves, and what they say then counts; more than that is no accident.
 */
async function secondTry(output: string): Promise<void> {
  const failed = figure(output, 'fail') ?? 0;
  const again = new Set([...output.matchAll(/^test at (\S+?\.test\.ts):\d+:\d+$/gm)].map(([, file = '']) => file));
  if (failed === 0 || again.size === 0 || again.size > 2) return;
  const before = { ...sum };
  await run(`second try of ${[...again].join(', ')}`, 'node', [...ALONE, ...again]);
  // what was cancelled, or ended by itself, has failed too
  const still = sum.failed - before.failed;
  sum.passed = before.passed + failed - Math.min(still, failed);
  sum.failed = before.failed - failed + still;
}

const only = process.argv[2];
const suites: Readonly<Record<string, () => Promise<unknown>>> = {
  check: () => run('checks', 'npm', ['run', '--silent', 'check']),
  unit: async () => {
    const tests = await files('{packages/*/src,conformance/{suite,steps,report}}/**/*.test.ts');
    await secondTry(await run('unit and integration tests', 'node', [...BESIDE, ...tests]));
  },
  build: async () => {
    await run('build of the web application', 'npm', ['run', '--silent', 'build']);
    await run('budgets', 'node', ['packages/web/scripts/budget.ts']);
  },
  e2e: async () => {
    const tests = await files('e2e/**/*.test.ts');
    await secondTry(await run('browser tests', 'node', [...BESIDE, ...tests]));
  },
};

for (const [name, suite] of Object.entries(suites)) if (!only || only === name) await suite();
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
