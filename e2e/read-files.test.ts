import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { assertPicture, screenshot } from './browser.ts';
import { onPhone } from './look.ts';
import { signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const { platform, here, page } = await openPage();

const figures = async (): Promise<readonly string[]> =>
  page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();

test('[API-82] a file with the columns of an earlier one finds its template and functions again; JSON goes in by the same way', async () => {
  const load = async (name: string, text: string): Promise<void> => {
    await page.goto('/toolkit/curation/import');
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.getByTestId('file').setInputFiles(file);
  };
  const pets = (from: number): string =>
    JSON.stringify({ data: { items: [1, 2, 3].map((n) => ({ pet: `pet ${from + n}`, weight: `${n},5` })) } });
  await load('pets.json', pets(0));
  await page.getByText('2 of 2 columns go in').waitFor();
  await page.getByRole('textbox', { name: 'Path to the rows' }).waitFor();
  // numbers with a decimal comma are known as such, and bring their function
  await page.getByRole('button', { name: 'Change values of weight: Number' }).click();
  const pairs = page.getByRole('list', { name: 'Values of weight before and after' });
  await matches(() => pairs.textContent(), /1,5\s*1\.5/);
  // without it the cells are refused, and the function that would read them is offered
  await page.getByRole('button', { name: 'Remove Number' }).click();
  await reads(async () => (await pairs.textContent())?.includes('1.5'), false);
  await page.getByRole('button', { name: 'Decimal comma: 1.234,5 is 1234.5' }).click();
  await matches(() => pairs.textContent(), /1,5\s*1\.5/);
  await assertPicture(page, 'import-transform');
  await page.getByRole('button', { name: 'Use functions' }).click();
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 3 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, ['3', '3', '0', '0', '0']);

  await load('more-pets.json', pets(10));
  await page.getByText('These columns were set up before, for pets.json').waitFor();
  await page.getByRole('button', { name: 'Change values of weight: Number' }).waitFor();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: 'Load 3 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] of JSON with several lists the one called as rows are is taken, and another can be chosen', async () => {
  const document = { errors: [{ reason: 'late' }], rows: [{ pet: 'cat' }, { pet: 'dog' }] };
  const file = { name: 'lists.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) };
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByText('cat').first().waitFor();
  await page.getByRole('combobox', { name: 'List of the rows' }).click();
  await page.getByRole('option', { name: 'errors' }).click();
  await page.getByText('late').first().waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Path to the rows' }).inputValue(), 'errors');
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] [SRC-36] what stands beside the list of the rows of JSON is named, and the whole file can be one row', async () => {
  const document = { clinic: 'North', items: [{ pet: 'cat' }, { pet: 'dog' }] };
  const file = { name: 'clinic.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) };
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByText('1 of 1 column goes in').waitFor();
  await page.getByText('The rows are those of items. What stands beside them is in no row: clinic.').waitFor();
  await onPhone(page, 'import-beside-rows');
  await page.getByRole('button', { name: 'Take it along with each row' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  await page.getByRole('region', { name: 'First rows' }).getByText('North').nth(1).waitFor();
  await page.getByRole('button', { name: 'Take the rows alone' }).click();
  await page.getByText('1 of 1 column goes in').waitFor();
  await page.getByRole('button', { name: 'Read the whole file as one row' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Path to the rows' }).inputValue(), '.');
  await page.getByRole('combobox', { name: 'List of the rows' }).click();
  await page.getByRole('option', { name: 'items' }).click();
  await page.getByText('The rows are those of items.').waitFor();
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] [SRC-36] one JSON object that is taken for a table is told, and can be one row', async () => {
  const buffer = Buffer.from('{"pets":["cat","dog"],"towns":["Ulm","Bonn"]}');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'owner.json', mimeType: 'application/json', buffer });
  await page.getByText('it is read as a table').waitFor();
  await page.getByRole('region', { name: 'First rows' }).getByText('dog', { exact: true }).waitFor();
  await onPhone(page, 'import-object-as-table');
  await page.getByRole('button', { name: 'Read the whole file as one row' }).click();
  await page.getByRole('region', { name: 'First rows' }).getByText('["cat","dog"]').waitFor();
  assert.equal(await page.getByText('it is read as a table').count(), 0);
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] [SRC-36] one JSON object of objects alike is told, and each can be a row with its key', async () => {
  const buffer = Buffer.from('{"users":{"a1":{"name":"Ann"},"b2":{"name":"Bob"}}}');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'users.json', mimeType: 'application/json', buffer });
  await page.getByText('read as one row, but the objects in it are alike').waitFor();
  await onPhone(page, 'import-members');
  await page.getByRole('button', { name: 'Read each of them as a row' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  await page.getByRole('region', { name: 'First rows' }).getByText('b2', { exact: true }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Path to the rows' }).inputValue(), 'users.*');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, ['2', '2', '0', '0', '0']);
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] [SRC-36] one JSON object of lists alike is told, and the rows of all can be read with the name of their list', async () => {
  const buffer = Buffer.from('{"2024-01-01":[{"num1":1},{"num1":2}],"2024-01-02":[{"num1":3}]}');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'days.json', mimeType: 'application/json', buffer });
  await page.getByText('The rows are those of one of them.').waitFor();
  await page.getByRole('button', { name: 'Read the rows of all lists' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  await page.getByRole('region', { name: 'First rows' }).getByText('2024-01-02', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 3 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, ['3', '3', '0', '0', '0']);
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] [STR-03] a first line that is a row is told, and taken as one', async () => {
  const buffer = Buffer.from('1,Ann,12.50\n2,Bob,7\n3,Eve,9.25\n');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'nameless.csv', mimeType: 'text/csv', buffer });
  await page.getByText('The first line looks like a row as those below it').waitFor();
  await onPhone(page, 'import-first-line');
  await page.getByRole('button', { name: 'Take it as a row' }).click();
  await page.getByLabel('Field name for column_2').fill('name');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 3 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, ['3', '3', '0', '0', '0']);
  assert.deepEqual(here.problems, []);
});

test('[SRC-26] of lines that are one cell each it is told what parts them', async () => {
  const buffer = Buffer.from('id¦name¦amount\n1¦Ann¦12.50\n2¦Bob¦7\n');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'bars.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Each line is one cell. They are parted by ¦, which is not read').waitFor();
  await onPhone(page, 'import-parted');
  assert.deepEqual(here.problems, []);
});

test('[SRC-26] of a text whose bytes show no encoding it can be chosen, and the file is read by it', async () => {
  const buffer = Buffer.from('name,town\nÅ\x81ke,\x8eberg\n', 'latin1');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'unknown.csv', mimeType: 'text/csv', buffer });
  await page.getByText('The file is neither UTF-8 nor Latin-1').waitFor();
  await onPhone(page, 'import-unknown-encoding');
  await page.getByRole('combobox', { name: 'Encoding of the file' }).click();
  await page.getByRole('option', { name: 'Baltic (Windows-1257)' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  assert.equal(
    await page.getByRole('combobox', { name: 'Encoding', exact: true }).inputValue(),
    'Baltic (Windows-1257)',
  );
  assert.deepEqual(here.problems, []);
});

test('[SRC-03] [SRC-36] lines above the names are left out; rows with too few cells are told before the import and after', async () => {
  const text = 'Report, June\n\ncode;num1;txt1\nA;1;one\nB;2\nC;3;three\n';
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'june.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByLabel('Row that names the columns').fill('2');
  await page.getByText('Line 2, which was to name the columns, is empty.').waitFor();
  await page.getByLabel('Row that names the columns').fill('3');
  await page.getByText('3 of 3 columns go in').waitFor();
  await page.getByTitle('Fewer cells than the header: the missing ones are empty').waitFor();
  await assertPicture(page, 'import-header-row');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  const told = page.getByText('1 row has fewer cells than the header; the missing ones are empty: line 5.');
  await told.waitFor();
  await assertPicture(page, 'import-short-rows');
  await page.getByRole('button', { name: 'Load 3 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await page.goto('/toolkit/curation');
  await page.getByRole('row', { name: /june\.csv/ }).click();
  await page.getByRole('heading', { name: 'june.csv' }).waitFor();
  await told.waitFor();
  await onPhone(page, 'batch-short-rows');
  assert.deepEqual(here.problems, []);
});

test('[SRC-34] [SRC-36] a column that is said to be dates takes the form of its samples; where no row would go in, the causes and the way back are told', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `c${i},${i % 2 ? '31/02/2026' : `${13 + (i % 9)}/03/2026`}`);
  const buffer = Buffer.from(['code,when', ...rows].join('\n'));
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'half dates.csv', mimeType: 'text/csv', buffer });
  const choose = async (what: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: what }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Type of when', 'Date');
  const format = page.getByRole('combobox', { name: 'Date format of when' });
  assert.equal(await format.inputValue(), 'dd/MM/yyyy');
  await choose('Date format of when', 'ISO 8601');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('No row would go in. Go back and look at the type and the date format').waitFor();
  const causes = page.getByRole('list', { name: 'Causes' }).getByRole('listitem');
  assert.match((await causes.allTextContents()).join(), /^20 rows\s*when: .*, and 9 more like it$/);
  await assertPicture(page, 'import-none-fits');
  assert.deepEqual(here.problems, []);
});

test('[SRC-34] [SRC-36] a field whose later rows are wider than the first ones is made wider in one click, and all rows go in', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => `c${i},${i < 150 ? i : `${i}.5`},${i < 300 ? i : `${i}a`}`);
  const buffer = Buffer.from(['code,amount,house', ...rows].join('\n'));
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'wider.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  // rows that are refused for two fields wait for both
  await page.getByText('150 of the rejected rows would go in if amount were a Number.').waitFor();
  await onPhone(page, 'import-wider');
  await page.getByRole('button', { name: 'Make amount a Number' }).click();
  await page.getByText('100 of the rejected rows would go in if house were a Keyword.').waitFor();
  await page.getByRole('button', { name: 'Make house a Keyword' }).click();
  await reads(figures, ['400', '400', '0', '0', '0']);
  await page.getByRole('button', { name: 'Load 400 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, ['400', '400', '0', '0', '0']);
  await page.goto('/toolkit/dev');
  await page.getByText('wider', { exact: true }).first().waitFor();
  assert.equal(await page.getByText('wider', { exact: true }).count(), 1, 'templates of narrower fields are gone');
  assert.deepEqual(here.problems, []);
});

test('[SRC-34] [SRC-36] codes whose zeros stand behind the first rows are told before anything goes in, and made keywords in one click', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${i < 280 ? 1000 + i : `00${i}`},a${i}`);
  const buffer = Buffer.from(['article,what', ...rows].join('\n'));
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'articles.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page
    .getByText(/^20 values of article would lose zeros in front: 00(\d+) becomes \1, for article is a number\.$/)
    .waitFor();
  await screenshot(page, 'import-zeros');
  await page.getByRole('button', { name: 'Make article a Keyword' }).click();
  await page.getByText('would lose zeros').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Load 300 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  const call = await signedCall(platform);
  const [batch] = await call<readonly { template: string }[]>('POST', '/data/batch', { from: 0, to: 1 });
  const { hits } = await call<{ hits: { hits: readonly { _source: object }[] } }>(
    'POST',
    `/data/user?template=${batch?.template}`,
    { query: { term: { article: '00299' } }, _source: ['article', 'what'] },
  );
  assert.deepEqual(
    hits.hits.map(({ _source }) => _source),
    [{ article: '00299', what: 'a299' }],
  );
  assert.deepEqual(here.problems, []);
});

test('[SRC-23] [STR-03] a JSON file that breaks off says so before it is sent; what is whole goes in', async () => {
  const buffer = Buffer.from('[{"a":1,"b":2},\n{"a":3,"b":');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'half.json', mimeType: 'application/json', buffer });
  const why =
    'element 2: The file ends in the middle of this element: save or download the whole of it and send it again.';
  await page.getByText(`1 row cannot be read and would be rejected: ${why}`).waitFor();
  await assertPicture(page, 'import-half-json');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
  await reads(figures, ['2', '1', '0', '0', '1']);
  await page.getByRole('button', { name: /^Load 1 row/ }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, ['2', '1', '0', '0', '1']);
  assert.deepEqual(here.problems, []);
});

test('[SRC-23] of a JSON file that cannot be read the place is told, and what to do there', async () => {
  const drop = async (text: string): Promise<void> => {
    await page.goto('/toolkit/curation/import');
    const file = { name: 'rows.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.getByTestId('file').setInputFiles(file);
  };
  await drop("{'a': 1}");
  await page.getByText('The file is not JSON: character 2: names stand in double quotes').waitFor();
  await drop('{"rows": [\n  {"a": 1}\n  {"a": 2}\n]}');
  await page.getByText('No row of rows.json can be read. The first').waitFor();
  await page.getByText('line 3, character 3: ').waitFor();
  await assertPicture(page, 'import-broken-json');
  assert.deepEqual(here.problems, []);
});

test('[SRC-36] cells that will not be read as planned are marked before the dry run, with why, and follow the choice of types', async () => {
  const rows = [
    '1,01/03/2026,1000.50',
    '2,31/02/2026,abc',
    '3,14/03/2026,12.25',
    '4,15/03/2026,7.5',
    '5,16/03/2026,8.5',
  ];
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({
    name: 'marked.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['order,ordered,amount', ...rows, ...rows, ...rows].join('\n')),
  });
  await page.getByRole('combobox', { name: 'Type of amount' }).click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  const marked = (text: string): Locator => page.locator('td[data-bad]', { hasText: text });
  await reads(() => marked('abc').count(), 3);
  assert.equal(await marked('abc').first().getAttribute('title'), "'abc' is no number");
  await page.getByText('first 15 rows, 3 to be rejected').waitFor();
  await assertPicture(page, 'import-marked');
});
