import { setTimeout } from 'node:timers/promises';
import { addRowCounts, NO_ROWS, type RowCounts } from '@datasarana/schema';
import type { ChildIngestor } from './child-ingestor.ts';
import type { ChildPlatform } from './child-platform.ts';
import { Digest } from './digest.ts';
import { call } from './uploads.ts';
import type { Watched } from './watched.ts';

interface LocalTask {
  readonly id: string;
  readonly waiting: number;
  readonly counts: RowCounts;
}

/** Without any progress for so long, waiting is over; a push on a line that fell silent is given up after half of it. */
const PATIENCE_MS = 60_000;
/** So long nothing may be read any more until a source counts as read. */
const QUIET_MS = 3000;

const tasksOf = async (ingestor: ChildIngestor): Promise<readonly LocalTask[]> =>
  (await ingestor.call<{ readonly tasks: readonly LocalTask[] }>('GET', 'services')).tasks;

/**
 * Waits until the service has read and sent everything that stands in the sources. Of a source whose rows change, those read
 * again may be more than those never read, which a try at a killed database puts off: only the index tells whether all came.
 */
export async function settled(
  platform: ChildPlatform,
  ingestor: ChildIngestor,
  watched: readonly Watched[],
): Promise<void> {
  const wanted = new Map<string, number>();
  const changed: { readonly template: string; readonly good: Digest }[] = [];
  for (const { id, template, changes, truth } of watched) {
    const { good, bad } = await truth();
    wanted.set(id, good.rows + bad);
    if (changes) changed.push({ template, good });
  }
  let [read, since] = [-1, Date.now()];
  for (;;) {
    const tasks = await tasksOf(ingestor);
    const now = tasks.reduce((sum, { counts }) => sum + counts.read, 0);
    if (now > read) [read, since] = [now, Date.now()];
    const quiet = Date.now() - since;
    if (quiet > PATIENCE_MS) return;
    const sent = tasks.every(({ id, waiting, counts }) => waiting === 0 && counts.read >= (wanted.get(id) ?? 0));
    if (sent && quiet > QUIET_MS && (await allStored(platform, changed))) return;
    await setTimeout(200);
  }
}

async function allStored(
  platform: ChildPlatform,
  sources: readonly { readonly template: string; readonly good: Digest }[],
): Promise<boolean> {
  for (const { template, good } of sources) if (`${await stored(platform, template)}` !== `${good}`) return false;
  return true;
}

/** Every row of a template as the index holds it. */
async function stored(platform: ChildPlatform, template: string): Promise<Digest> {
  const response = await fetch(`${platform.url}/api/data/user/bulk?template=${template}&format=ndjson`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { match_all: {} } }),
  });
  if (!response.ok) throw new Error(`The rows cannot be downloaded: ${await response.text()}`);
  const digest = new Digest();
  for (const line of (await response.text()).split('\n')) {
    if (line === '') continue;
    const { file, row_no, proof, note } = JSON.parse(line);
    digest.add([file, row_no, proof, note]);
  }
  return digest;
}

/** Sum over all batches of a template. */
async function ledgerOf(platform: ChildPlatform, template: string): Promise<RowCounts> {
  let sum = NO_ROWS;
  for (let from = 0; ; from += 1000) {
    const { data } = await call(platform, 'POST', '/data/batch', { template, from, to: from + 1000 });
    const batches = data as readonly (RowCounts & { readonly template: string })[];
    for (const batch of batches) if (batch.template === template) sum = addRowCounts(sum, batch);
    if (batches.length < 1000) return sum;
  }
}

/** One promise, and how it was broken; null = it was kept. */
export interface Check {
  readonly name: string;
  readonly fault: string | null;
}

const check = (name: string, fine: boolean, found: string): Check => ({ name, fault: fine ? null : found });

/** Source = ledgers = index, of one folder or table. */
export async function checksOf(
  platform: ChildPlatform,
  ingestor: ChildIngestor,
  { id, template, changes, truth }: Watched,
): Promise<readonly Check[]> {
  const { good, bad } = await truth();
  const index = await stored(platform, template);
  const ledger = await ledgerOf(platform, template);
  const counts = (await tasksOf(ingestor)).find((task) => task.id === id)?.counts ?? NO_ROWS;
  const told = JSON.stringify(ledger);
  const { read, accepted, replaced, unchanged, rejected } = ledger;
  const exact = changes || (read === good.rows + bad && replaced === 0 && unchanged === 0);
  return [
    check(`${id}: every row of the index is one of the source`, `${index}` === `${good}`, `${index}, wanted ${good}`),
    check(
      `${id}: every row has its place in the ledgers`,
      read === accepted + replaced + unchanged + rejected && exact,
      `${told}, wanted ${good.rows} good and ${bad} bad rows`,
    ),
    check(
      `${id}: the ledgers hold every row once`,
      accepted === good.rows && rejected === bad,
      `${told}, wanted ${good.rows} accepted and ${bad} rejected`,
    ),
    check(
      `${id}: the ingestor counts as the platform does`,
      Object.entries(ledger).every(([name, value]) => counts[name as keyof RowCounts] === value),
      `ledgers ${told}, ingestor ${JSON.stringify(counts)}`,
    ),
  ];
}
