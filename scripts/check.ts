import { spawn } from 'node:child_process';
import { checkAssembled } from './assemble.ts';
import { checkArrow } from './check-arrow.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkLicences } from './check-licences.ts';

/** Everything that must hold at every commit: types, lint and format, arrow, dead code, licences, decisions. */
interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

async function command(name: string, args: readonly string[]): Promise<Outcome> {
  const start = performance.now();
  const child = spawn('npx', ['--no-install', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { name, ok: code === 0, seconds: (performance.now() - start) / 1000, output };
}

async function inProcess(name: string, run: () => Promise<readonly string[]>): Promise<Outcome> {
  const start = performance.now();
  const faults = await run();
  return { name, ok: faults.length === 0, seconds: (performance.now() - start) / 1000, output: faults.join('\n') };
}

const outcomes = await Promise.all([
  command('types', ['tsc', '-p', '.']),
  command('types of web', ['tsc', '-p', 'packages/web']),
  command('lint, format, cycles', ['biome', 'ci', '--error-on-warnings', '.']),
  command('dead exports, unused dependencies', ['knip', '--no-progress']),
  inProcess('import arrow', checkArrow),
  inProcess('licences', checkLicences),
  inProcess('decisions', checkDecisions),
  inProcess('assembled modules', checkAssembled),
]);

for (const { name, ok, seconds, output } of outcomes) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output);
}
process.exitCode = outcomes.every((outcome) => outcome.ok) ? 0 : 1;
