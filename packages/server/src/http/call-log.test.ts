import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { CallLog } from './call-log.ts';

test('[API-02] every line of a call has its id, and only those of the level are written', () => {
  const lines: Record<string, unknown>[] = [];
  const base = pino({ level: 'warn', redact: ['token'] }, { write: (line) => lines.push(JSON.parse(line)) });
  const log = new CallLog(base, 'r 1');
  log.info({ num1: 1 }, 'passed over');
  log.error({ token: 't', num1: 1 }, 'could not be %s', 'read');
  log.child({ txt1: 'a' }).warn('within');
  log.level = 'debug';
  log.debug('told now');
  const told = lines.map(({ level, msg, request_id, num1, txt1, token }) => ({
    level,
    msg,
    request_id,
    num1,
    txt1,
    token,
  }));
  const of = { request_id: 'r 1', num1: undefined, txt1: undefined, token: undefined };
  assert.deepEqual(told, [
    { ...of, level: 50, msg: 'could not be read', num1: 1, token: '[Redacted]' },
    { ...of, level: 40, msg: 'within', txt1: 'a' },
    { ...of, level: 20, msg: 'told now' },
  ]);
  new CallLog(base, 'r 2', { level: 'silent' }).fatal('of a route that is silent');
  assert.equal(lines.length, 3);
  assert.equal(base.level, 'warn', 'other calls are not concerned');
});
