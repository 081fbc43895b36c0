import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplyCode } from '@datasarana/schema';
import { statusOfCode } from './status.ts';

test('[API-06] every reply code has the HTTP status of the table', () => {
  const expected: Readonly<Record<number, readonly number[]>> = {
    200: [30, 10, 13, 34],
    400: [32],
    401: [11, 12, 14],
    404: [991],
    409: [40, 41, 42, 1002],
    422: [31, 1010],
    500: [35],
    501: [33],
    504: [36],
  };
  for (const [status, codes] of Object.entries(expected))
    for (const code of codes) assert.equal(statusOfCode(code), Number(status), String(code));
});

test('[ERR-30] codes made by the client have no status here', () => {
  for (const code of [ReplyCode.ClientNoEndpoint, ReplyCode.ClientUnreachable, ReplyCode.ClientNoJwt])
    assert.throws(() => statusOfCode(code), /no server reply carries/);
});
