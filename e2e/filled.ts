/** A platform that holds data: what the demo loads, colleagues, an import with refused rows and a template never deployed. */
import { loadDemo } from '../scripts/demo/load.ts';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { mixedBirdstrikes } from './birdstrikes.ts';
import type { Credentials } from './browser.ts';
import { addPerson, deployTemplate, type RunningPlatform, type SignedCall, signedCall, startWith } from './platform.ts';

export interface FilledPlatform extends RunningPlatform {
  readonly call: SignedCall;
  /** Sends a CSV to a path below /api. */
  readonly csv: PlatformClient['csv'];
  /** Ids of the templates by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Ids of the demo's views by name. */
  readonly views: Readonly<Record<string, string>>;
  readonly workspace: string;
  /** The import with 25 refused rows. */
  readonly batch: string;
  /** May read; has no say over users. */
  readonly member: Credentials;
  /** Must choose a password first. */
  readonly newcomer: Credentials;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const all = { key: '', keyword: '', from: 0, to: 500 };
const byName = (list: readonly Named[]): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(({ id, name }) => [name, id]));

const PEOPLE = ['Bram Wijaya', 'Citra Dewi', 'Daniel Ortiz', 'Farid Rahman'] as const;

/** Starts a platform of its own and fills it through the same calls a user has. */
export const startFilled = (): Promise<FilledPlatform> => startWith(fill);

async function fill(platform: RunningPlatform): Promise<Omit<FilledPlatform, keyof RunningPlatform>> {
  const { login, password } = platform.admin;
  const client = new PlatformClient(platform.base);
  await client.signIn(login, password);
  await loadDemo(client, () => undefined);
  const call = await signedCall(platform);
  const member = await addPerson(call, 'Ayu Lestari');
  for (const full_name of PEOPLE) await addPerson(call, full_name);
  const newcomer = await addPerson(call, 'Eka Putri', { must_change: true });
  await call('PUT', '/schema/data/template', {
    name: 'harbour visits',
    description: 'Ships, berths and times, not deployed yet',
    items: [
      { name: 'ship', value_type: 8, is_key: true, mandatory: true },
      { name: 'arrived', value_type: 9, sequence: 2 },
    ],
  });
  const templates = byName(await call('POST', '/schema/data/template', all));
  return {
    call,
    csv: (path, text) => client.csv(path, text),
    templates,
    views: byName(await call('POST', '/record/visual.view', all)),
    workspace: (await call<Named[]>('POST', '/record/visual.workspace', all))[0]?.id ?? '',
    batch: await mixedBatch(client, call),
    member,
    newcomer,
  };
}

/** Imports the birdstrikes with their 25 bad rows into a template of its own. */
async function mixedBatch(client: PlatformClient, call: FilledPlatform['call']): Promise<string> {
  const file = await mixedBirdstrikes();
  const names = Object.keys(file.good[0] ?? {});
  const field = (column: string) =>
    column
      .toLowerCase()
      .replace(/[^a-z]+/g, '_')
      .replace(/_$/, '');
  const types: Readonly<Record<string, number>> = {
    flight_date: 9,
    speed_ias_in_knots: 2,
    cost_repair: 2,
    cost_other: 2,
    cost_total: 2,
  };
  const items = names.map((column, i) => ({
    name: field(column),
    display_name: column,
    value_type: types[field(column)] ?? 8,
    mandatory: i === 0,
    sequence: i + 1,
  }));
  const id = await deployTemplate(call, 'strikes with faults', items);
  const columns = JSON.stringify(Object.fromEntries(names.map((column) => [column, field(column)])));
  const query = new URLSearchParams({ template: id, columns });
  const { batch } = await client.csv<{ batch: string }>(`/data/csv?${query}`, file.bytes.toString('utf8'));
  return batch;
}
