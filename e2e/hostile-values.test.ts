/** Numbers and days as people write them elsewhere: a form takes what was meant, or keeps it and says what is wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { assertAccessible, assertFits, screenshot, settled } from './browser.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const { platform, here, page } = await openPage({ expected: /400|409|422/ });
const call = await signedCall(platform);
const measures = await deployTemplate(call, 'measures', [
  { name: 'txt1', value_type: ValueType.Keyword, is_key: true },
  { name: 'int1', value_type: ValueType.Integer },
  { name: 'num1', value_type: ValueType.Double },
  { name: 'date_of_birth', value_type: ValueType.Date },
  { name: 'ts1', value_type: ValueType.Date },
  { name: 'pt1', value_type: ValueType.GeoPoint },
]);
const field = (label: string) => page.getByRole('textbox', { name: label });
const addRecord = page.getByRole('button', { name: 'Add record' }).last();

async function type(label: string, text: string): Promise<void> {
  await field(label).fill('');
  await field(label).pressSequentially(text);
  await field(label).press('Tab');
}

test('[SCR-15] [REC-18] a number or a day that is none stays as it was typed, with the reason below it', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${measures}&edit=new`);
  await type('TXT1', 'first');
  const refused: readonly (readonly [string, string, string])[] = [
    ['NUM1', '1,5', '"1,5" is not a number'],
    ['NUM1', '1e400', '"1e400" is not a number'],
    ['NUM1', '0x10', '"0x10" is not a number'],
    ['NUM1', '٣', '"٣" is not a number'],
    ['INT1', '1.5', '"1.5" is not a whole number'],
    ['INT1', '3000000000', '"3000000000" is outside -2147483648 to 2147483647'],
    ['INT1', '123456789012345678901234567890', 'more digits than a form keeps exactly'],
    ['PT1, latitude', '90.5', '"90.5" is outside -90 to 90'],
    ['PT1, longitude', '106,8', '"106,8" is not a number'],
    ['Date of birth', '2024/02/31', '"2024/02/31" is not a day'],
    ['Date of birth', '31.12.2024', '"31.12.2024" is not a day'],
    ['Date of birth', '10000/01/01', '"10000/01/01" is not a day'],
    ['TS1', '2024/02/31 10:00', '"2024/02/31 10:00" is not a date with a time; write it as yyyy/MM/dd HH:mm'],
    ['TS1', '2024/02/29 24:00', '"2024/02/29 24:00" is not a date with a time'],
  ];
  for (const [label, typed, reason] of refused) {
    await type(label, typed);
    await page.getByText(reason).waitFor();
    assert.equal(await field(label).inputValue(), typed);
    await reads(() => field(label).getAttribute('aria-invalid'), 'true');
  }
  await addRecord.click();
  await page.getByText('Data has validation error').waitFor();
  assert.equal(await field('PT1, longitude').inputValue(), '106,8');
  assert.equal(await field('Date of birth').inputValue(), '10000/01/01');
  await screenshot(page, 'hostile-values');
  await assertFits(page);
  await assertAccessible(page);
});

test('[SCR-15] [REC-18] the calendar of a day that is missing leaves in sight what is told of it', async () => {
  const visits = await deployTemplate(call, 'visits', [
    { name: 'visited', value_type: ValueType.Date, mandatory: true },
    { name: 'txt1', value_type: ValueType.Keyword, sequence: 1 },
  ]);
  await page.goto(`/toolkit/analytic/discover?template=${visits}&edit=new`);
  await type('TXT1', 'first');
  await addRecord.click();
  const told = page.getByText('Visited must not be empty');
  await told.waitFor();
  const calendar = page.locator('[data-dates-dropdown]');
  await calendar.waitFor();
  await settled(page);
  const [message, shown] = [await told.boundingBox(), await calendar.boundingBox()];
  assert.ok(message && shown, 'both are there');
  assert.ok(
    shown.y >= message.y + message.height || shown.y + shown.height <= message.y,
    JSON.stringify({ message, shown }),
  );
  await screenshot(page, 'missing-day');
});

test('[SCR-15] [API-29] what can be read is stored as it was meant, and an undone field forgets what was typed', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${measures}&edit=new`);
  await type('Date of birth', '2024/02/31');
  await type('NUM1', '1,5');
  await page.getByRole('button', { name: 'Undo' }).click();
  await reads(() => field('Date of birth').inputValue(), '');
  await reads(() => field('NUM1').inputValue(), '0');
  for (const [label, typed] of [
    ['TXT1', 'second'],
    ['INT1', '-0'],
    ['NUM1', '1.5e3'],
    ['PT1, latitude', '-6.2'],
    ['PT1, longitude', '106.8'],
    ['Date of birth', '2024-2-29'],
    ['TS1', '2024-2-29 14:30'],
  ] as const)
    await type(label, typed);
  await addRecord.click();
  await page.getByText('Record added').waitFor();
  const { hits } = await call<{ hits: { hits: readonly { _source: object }[] } }>(
    'POST',
    `/data/user?template=${measures}`,
    { query: { term: { txt1: 'second' } }, _source: { excludes: ['_*'] } },
  );
  const moment = await page.evaluate(() => new Date(2024, 1, 29, 14, 30).getTime());
  assert.deepEqual(
    hits.hits.map(({ _source }) => _source),
    [
      {
        txt1: 'second',
        int1: 0,
        num1: 1500,
        date_of_birth: Date.UTC(2024, 1, 29),
        ts1: moment,
        pt1: { lat: -6.2, lon: 106.8 },
      },
    ],
  );
  assert.deepEqual(here.problems, []);
});

test('[SCR-15] the day of birth of a new user is a day of the calendar', async () => {
  await page.goto('/toolkit/tenant');
  await page.getByRole('button', { name: 'Add user' }).click();
  await type('Full name', 'Odd Day');
  await type('Account', 'odd.day');
  await page.getByLabel('First password').fill('wide-blue-harbour-9');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add user' });
  await type('Date of birth', '1990/02/30');
  await page.getByText('"1990/02/30" is not a day; write it as yyyy/MM/dd').waitFor();
  await reads(() => add.isDisabled(), true);
  await type('Date of birth', '1990/02/28');
  await add.click();
  await page.getByText('Odd Day added').waitFor();
  const [user] = await call<readonly { date_of_birth: number }[]>('POST', '/tenant/user', { keyword: 'Odd Day' });
  assert.equal(user?.date_of_birth, Date.UTC(1990, 1, 28));
  assert.deepEqual(here.problems, []);
});

test('[SCR-15] [APP-22] a moment is typed as a whole; a day of the calendar keeps the time that stands there', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${measures}&edit=new`);
  await type('TS1', '2024/02/29 14:30');
  await field('TS1').click();
  await page.getByRole('button', { name: '12 February 2024' }).click();
  await reads(() => field('TS1').inputValue(), '2024/02/12 14:30');
  await type('TS1', '2024/02/13');
  await page.getByRole('button', { name: 'Undo' }).click();
  await reads(() => field('TS1').inputValue(), '');
  assert.deepEqual(here.problems, []);
});
