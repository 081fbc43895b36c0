/** Numbers as a view is told to write them: its metric, its table, its records, and after it was saved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertPicture, assertSteady } from './browser.ts';
import { signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const { platform, page, here } = await openPage();
await page.emulateMedia({ reducedMotion: 'reduce' });

const CALLS = [
  { route: 'list', size: 1536, took: 90, ok: 0.5, at: Date.UTC(2024, 0, 10) },
  { route: 'get', size: 512, took: 7235, ok: 1, at: Date.UTC(2024, 0, 20) },
  { route: 'get', size: 4096, took: 30, ok: 0.75, at: Date.UTC(2023, 11, 20) },
];

async function callsTemplate(): Promise<string> {
  const call = await signedCall(platform);
  const numbers = ['size', 'took', 'ok'].map((name) => ({ name, value_type: 6 }));
  const items = [{ name: 'route', value_type: 8 }, ...numbers, { name: 'at', value_type: 9 }];
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'calls', items });
  await call('PATCH', '/schema/data/template?mode=deploy', { id });
  for (const data of CALLS) await call('PUT', `/data/user?template=${id}`, { data });
  return id;
}

async function figure(field: string, what: string, style: string): Promise<void> {
  await page.getByRole('button', { name: `Place ${field}` }).click();
  await page.getByRole('menuitem', { name: 'Values' }).click();
  await page.getByRole('combobox', { name: 'Figure', exact: true }).last().click();
  await page.getByRole('option', { name: what, exact: true }).last().click();
  await page.getByRole('combobox', { name: 'Number format' }).last().click();
  await page.getByRole('option', { name: style }).last().click();
}

test('[VIS-13] a metric has label, number format and unit, and says how it changed against the period before', async () => {
  const template = await callsTemplate();
  const range = '2024-01-01..2024-02-01';
  await page.goto(`/toolkit/analytic/views/new?template=${template}&time=at&range=${range}`);
  await page.getByRole('radio', { name: 'Metric', exact: true }).click();
  await figure('size', 'Mean', 'Bytes');
  await page.getByText('1 KB', { exact: true }).waitFor();
  await page.getByText('↓ 75 % against the period before').waitFor();
  await figure('took', 'Sum', 'Duration');
  await page.getByText('2 h 2 min', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'The number counts' }).click();
  await page.getByRole('option', { name: 'Minutes' }).click();
  await page.getByText('5 d 2 h', { exact: true }).waitFor();
  await figure('ok', 'Mean', 'Percent of 1');
  await page.getByRole('textbox', { name: 'Decimals' }).last().fill('1');
  await page.getByText('75.0 %', { exact: true }).waitFor();
  await figure('took', 'Most', 'Short, as 1.2k');
  await page.getByRole('textbox', { name: 'Unit' }).last().fill('min');
  await page.getByRole('textbox', { name: 'Label' }).last().fill('Slowest');
  await page.getByText('Slowest', { exact: true }).first().waitFor();
  const slowest = page.getByTitle('7,235', { exact: true });
  await slowest.getByText('min', { exact: true }).waitFor();
  await reads(() => slowest.textContent(), '7.2kmin');
  const figures = page.locator('[style*="--characters"]');
  const sizes = await figures.evaluateAll((all) =>
    // tiles of one line differ by parts of a pixel
    all.map(
      (one) => `${one.getBoundingClientRect().top} ${Number.parseFloat(getComputedStyle(one).fontSize).toFixed(1)}`,
    ),
  );
  const lines = new Set(sizes.map((size) => size.split(' ')[0]));
  assert.deepEqual([sizes.length, new Set(sizes).size], [5, lines.size], 'figures side by side are of one size');
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Calls');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('View Calls saved').waitFor();
  const call = await signedCall(platform);
  const asked = { key: 'name', keyword: 'Calls', from: 0, to: 5 };
  const [kept] = await call<{ aggregate: string }[]>('POST', '/record/visual.view', asked);
  const { metrics } = JSON.parse(kept?.aggregate ?? '{}') as { metrics: { format?: object }[] };
  assert.deepEqual(
    metrics.flatMap(({ format }) => format ?? []),
    [{ style: 'bytes' }, { style: 'duration', of: 'min' }, { style: 'percent', decimals: 1 }, { style: 'compact' }],
  );
  await assertPicture(page, 'number-formats');
});

test('[VIS-12] [VIS-13] tables of groups and of records write the same numbers, also on a phone', async () => {
  await page.goto(page.url());
  await page.getByText('5 d 2 h', { exact: true }).waitFor({ timeout: 60_000 });
  await assertSteady(page);
  await page.getByRole('radio', { name: 'Table', exact: true }).click();
  await page.locator('label', { hasText: 'Groups' }).click();
  await page.getByRole('button', { name: 'Place route' }).click();
  await page.getByRole('menuitem', { name: 'Rows' }).click();
  const rows = page.getByRole('region', { name: 'Result rows' }).getByRole('row');
  await page.getByRole('radio', { name: 'Table', exact: true }).click();
  await rows.filter({ hasText: 'list' }).getByText('1.5 KB').waitFor();
  await rows.filter({ hasText: 'list' }).getByText('50.0 %').waitFor();
  await page.locator('label', { hasText: 'Records' }).click();
  await page.getByRole('combobox', { name: 'Number format' }).first().click();
  await page.getByRole('option', { name: 'Bytes' }).last().click();
  await page.getByRole('combobox', { name: 'Total' }).nth(1).click();
  await page.getByRole('option', { name: 'Sum', exact: true }).last().click();
  const grid = page.getByRole('grid', { name: 'Records' });
  await grid.getByText('512 Bytes').waitFor();
  await grid.getByText('Sum 2 KB').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await assertPicture(page, 'number-formats');
  assert.deepEqual(here.problems, []);
});

test('[VIS-12] groups whose values read alike one behind the other are rows of their own, in any order', async () => {
  const call = await signedCall(platform);
  const items = ['one', 'two'].map((name) => ({ name, value_type: 8 }));
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'pairs', items });
  await call('PATCH', '/schema/data/template?mode=deploy', { id });
  const pairs = ['a b|c', 'a|b c', 'x y|z', 'x|y z'];
  for (const data of pairs.map((pair) => pair.split('|')).map(([one, two]) => ({ one, two })))
    await call('PUT', `/data/user?template=${id}`, { data });
  await page.goto(`/toolkit/analytic/views/new?template=${id}&field=two`);
  await page.getByRole('button', { name: 'Place one' }).click();
  await page.getByRole('menuitem', { name: 'Rows' }).click();
  await page.getByRole('radio', { name: 'Table', exact: true }).click();
  const table = page.getByRole('region', { name: 'Result rows' });
  const shown = () =>
    table.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children]
          .slice(0, 2)
          .map((cell) => cell.textContent)
          .join('|'),
      ),
    );
  await reads(async () => (await shown()).toSorted(), pairs.toSorted());
  const orders: readonly [RegExp, string[]][] = [
    [/^one/, ['a|b c', 'a b|c', 'x|y z', 'x y|z']],
    [/^one/, ['x y|z', 'x|y z', 'a b|c', 'a|b c']],
    [/^two/, ['a|b c', 'a b|c', 'x|y z', 'x y|z']],
    [/^two/, ['x y|z', 'x|y z', 'a b|c', 'a|b c']],
  ];
  for (const [head, expected] of orders) {
    await table.getByRole('button', { name: head }).click();
    await reads(shown, expected);
  }
});
