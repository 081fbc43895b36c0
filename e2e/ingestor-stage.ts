/** A platform with a template for orders, an ingestor beside it, and what the tests of both do on its screens. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../packages/testkit/src/until.ts';
import { ChildIngestor } from '../scripts/chaos/child-ingestor.ts';
import { deployTemplate, type RunningPlatform, type SignedCall, signedCall, startWith } from './platform.ts';

export interface IngestorPlatform extends RunningPlatform {
  readonly ingestor: ChildIngestor;
  /** A folder of the machine both run on, with an empty folder `in`. */
  readonly files: string;
  readonly call: SignedCall;
  /** Id of the template Orders. */
  readonly template: string;
}

const ORDERS: readonly object[] = [
  { name: 'order_no', display_name: 'Order', value_type: 2, mandatory: true, is_key: true },
  { name: 'customer', display_name: 'Customer', value_type: 8 },
];

/** Starts all of it; `items` are the fields of the template. */
export const startIngestorPlatform = (name = 'warehouse-7', items = ORDERS): Promise<IngestorPlatform> =>
  startWith(async (platform, beside) => {
    const gone = { recursive: true, force: true };
    const files = beside.adopt(await mkdtemp(path.join(tmpdir(), 'datasarana-watched-')), (one) => rm(one, gone));
    await mkdir(path.join(files, 'in'));
    const ingestor = new ChildIngestor({
      INGESTOR_PLATFORM: platform.base,
      INGESTOR_DATA: path.join(files, 'data'),
      INGESTOR_NAME: name,
      INGESTOR_LOOK_MS: '100',
      INGESTOR_SETTLE_MS: '200',
    });
    beside.defer(() => ingestor.terminate());
    await ingestor.start();
    const call = await signedCall(platform);
    return { ingestor, files, call, template: await deployTemplate(call, 'Orders', items) };
  });

/** Pairs the browser with the ingestor by the code that it shows, and opens it. */
export async function openPaired(page: Page, ingestor: ChildIngestor, name: string): Promise<void> {
  await page.goto('/toolkit/observability/ingestors');
  await page.getByRole('button', { name: 'Pair an ingestor' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(ingestor.url);
  await dialog.getByLabel('Pairing code').fill(ingestor.code);
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name }).click();
}

/** Picks an option of the combobox with this label. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}

type Row = Readonly<Record<string, unknown>>;

/** The record with this order number, once a search of the template answers it: a task counts rows before they stand. */
export const orderOf = ({ call, template }: IngestorPlatform, order: number): Promise<Row | undefined> =>
  until(
    async () => {
      const body = { query: { term: { order_no: order } } };
      const path = `/data/user?template=${template}`;
      const { hits } = await call<{ hits: { hits: readonly { _source: Row }[] } }>('POST', path, body);
      return hits.hits[0]?._source;
    },
    (row) => row !== undefined,
  );
