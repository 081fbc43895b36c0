import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cronInWords } from './cron-words.ts';

test('[TSK-05] a cron line reads in plain words; one without a short reading has none', () => {
  const cases = [
    ['0 6 * * 1-5', 'At 06:00 on Monday to Friday'],
    ['30 6,18 * * *', 'At 06:30 and 18:30 every day'],
    ['*/15 * * * *', 'Every 15 minutes every day'],
    ['*/10 8-17 * * mon-fri', 'Every 10 minutes from 08:00 to 17:59 on Monday to Friday'],
    ['0 * * * *', 'Every hour every day'],
    ['0 0 1 * *', 'At 00:00 on day 1 of the month'],
    ['0 9 1,15 1,7 *', 'At 09:00 on day 1 and 15 of the month in January and July'],
    ['0 9 * * 0,6', 'At 09:00 on Sunday and Saturday'],
    ['0 */6 * * *', 'Every 6 hours at minute 0 every day'],
    ['0 6 L * *', ''],
    ['0 6 * *', ''],
    ['tomorrow', ''],
    ['61 * * * *', ''],
    ['0 24 * * *', ''],
    ['*/0 * * * *', ''],
    ['0 */0 * * *', ''],
    ['0 6 * 13 *', ''],
    ['0 6 * * 8', ''],
    ['0 0 32 * *', ''],
    ['0 0 31 2 *', ''],
    ['0 0 29 feb *', 'At 00:00 on day 29 of the month in February'],
    ['0 0 31 4,6 *', ''],
    ['0 0 1,31 2 *', 'At 00:00 on day 1 and 31 of the month in February'],
    ['*/10 17-25 * * *', ''],
  ] as const;
  for (const [line, words] of cases) assert.equal(cronInWords(line), words, line);
});
