import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadApis } from './calls/apis.ts';
import type { Server } from './calls/server.ts';
import { openDoor } from './door.ts';
import { compareWith, readExpected, writeExpected } from './report/expected.ts';
import { countsOf, tableOf } from './report/table.ts';
import { downloadSpec } from './spec/download.ts';
import { idOf, type Outcome, runCase } from './steps/run-case.ts';
import { OWN_CASES } from './suite/requirements.ts';
import { parseSuite, type Suite } from './suite/suite.ts';

/**
 * `npm run conformance`: OpenSearch's own YAML REST tests and ours against the door of a fresh platform. Fails when a case
 * fails that `expected.json` does not name. With `--url` another server is asked, such as a real OpenSearch: each case begins by
 * deleting all its indexes, so that one which has any is asked only with `--wipe`.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    url: { type: 'string' },
    token: { type: 'string' },
    wipe: { type: 'boolean', default: false },
    learn: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
});

const OWN = fileURLToPath(new URL('cases', import.meta.url));

async function suitesOf(folder: string, prefix: string): Promise<readonly Suite[]> {
  const files = (await Array.fromAsync(glob('**/*.yml', { cwd: folder }))).sort();
  return Promise.all(
    files.map(async (file) =>
      parseSuite(path.posix.join(prefix, file), await readFile(path.join(folder, file), 'utf8')),
    ),
  );
}

async function runAll(server: Server): Promise<readonly Outcome[]> {
  const spec = await downloadSpec();
  const apis = await loadApis(spec.apis);
  const suites = [...(await suitesOf(spec.tests, '')), ...(await suitesOf(OWN, OWN_CASES))];
  const wanted = options.only === undefined ? null : new RegExp(options.only, 'i');
  const outcomes: Outcome[] = [];
  for (const suite of suites) {
    for (const fault of suite.faults) console.error(`${suite.file}: ${fault}`);
    for (const each of suite.cases) {
      if (wanted && !wanted.test(idOf({ file: suite.file, title: each.title }))) continue;
      outcomes.push(await runCase(server, apis, suite, each));
    }
  }
  return outcomes;
}

async function report(outcomes: readonly Outcome[]): Promise<boolean> {
  const counts = countsOf(outcomes);
  const expected = await readExpected();
  const { unforeseen, mended, known } = compareWith(expected, outcomes);
  console.log(tableOf(outcomes));
  if (options.verbose) {
    for (const each of outcomes.filter(({ status }) => status === 'failed'))
      console.log(`- ${idOf(each)}\n    ${each.reason}`);
  } else for (const each of unforeseen) console.log(`FAIL ${idOf(each)}\n     ${each.reason}`);
  for (const id of mended) console.log(`passes now, take it out of expected.json: ${id}`);
  if (options.json) await writeFile(options.json, `${JSON.stringify({ counts, outcomes }, null, 1)}\n`);
  if (options.learn) await writeExpected(expected, outcomes);
  console.log(
    `${counts.passed} of ${counts.passed + counts.failed} cases passed; ${known} fail as expected.json says, ${unforeseen.length} do not stand there; ${counts.skipped} are for other APIs or versions`,
  );
  // the line that .ci/run adds up
  console.log(`${counts.passed} passed, ${unforeseen.length} failed`);
  return unforeseen.length === 0 && counts.passed > 0;
}

/** The names of the indexes that a run would delete, hidden ones of the server's own left out. @throws Error when it does not answer */
async function indexesAt({ url, headers }: Server): Promise<readonly string[]> {
  const response = await fetch(`${url}/_cat/indices?h=index`, { headers });
  if (!response.ok) throw new Error(`${url} answers ${response.status} when it is asked for its indexes.`);
  return (await response.text()).split('\n').filter((name) => name !== '' && !name.startsWith('.'));
}

async function refuseWiping(server: Server): Promise<void> {
  if (options.url === undefined || options.wipe) return;
  const found = await indexesAt(server);
  if (found.length === 0) return;
  throw new Error(
    `${server.url} has ${found.length} indexes (${found.slice(0, 3).join(', ')} …), which every case deletes. Say --wipe if they may go.`,
  );
}

const door = options.url === undefined ? await openDoor() : null;
const token = door?.token ?? options.token;
try {
  const server = {
    url: (door?.url ?? options.url ?? '').replace(/\/$/, ''),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  };
  await refuseWiping(server);
  const outcomes = await runAll(server);
  process.exitCode = (await report(outcomes)) ? 0 : 1;
} finally {
  await door?.stop();
}
