import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { csvSource, lines, localCall, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';

let here: Workplace;
before(async () => {
  here = await openWorkplace();
});
after(() => here.close());

const put = async (name: string, text: string): Promise<string> => {
  const file = path.join(here.watched, name);
  await writeFile(`${file}.tmp`, text);
  await rename(`${file}.tmp`, file);
  return file;
};

test('[ING-04] [ING-19] [TSK-03] a watched pattern: files put there arrive, appended rows too, nothing twice', async () => {
  const template = await here.makeTemplate('Watched');
  await put('a-1.csv', `num1,txt1\n${lines(0, 1200)}`);
  const source = csvSource('s1', path.join(here.watched, 'a-*.csv'));
  const added = await here.local('POST', 'add', { template, source });
  assert.deepEqual([added.code, added.data.state, added.data.sources[0].state], [30, 'Created', 'Created']);
  await here.local('POST', 'start', { id: template.id });
  await until(
    () => here.taskOf(template.id),
    (task) => task.counts.read === 1200,
  );
  await put('a-2.csv', `num1,txt1\n${lines(1200, 1300)}`);
  await until(
    () => here.taskOf(template.id),
    (task) => task.counts.read === 1300,
  );
  await appendFile(path.join(here.watched, 'a-1.csv'), lines(1300, 1310));
  const task = await until(
    () => here.taskOf(template.id),
    (one) => one.counts.read === 1310,
  );
  assert.deepEqual(task.counts, { read: 1310, accepted: 1310, replaced: 0, unchanged: 0, rejected: 0 });
  assert.equal(task.state, 'Started');
  const numbers = (await here.rowsOf(template.id)).map(({ num1 }) => num1);
  assert.deepEqual(
    numbers,
    Array.from({ length: 1310 }, (_, i) => i),
  );
  const stopped = await here.local('POST', 'stop', { id: template.id });
  assert.equal(stopped.data.state, 'Stopped');
  const log = await fetch(`${here.ingestor.address}/local/logs?id=${template.id}`, {
    headers: { authorization: `Bearer ${here.key}` },
  });
  const told = (await log.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const states = told.flatMap(({ code, message }) => (code === 21 ? message.split(':')[0] : []));
  assert.deepEqual(
    states.filter((text) => /^(Created|Submitted|Started|Stopped)$/.test(text)),
    ['Created', 'Submitted', 'Started', 'Stopped'],
  );
  const again = await here.local('POST', 'start', { id: template.id });
  assert.equal(again.data.state, 'Started');
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-07] bulk sends batches of 500 rows, without it one by one', async () => {
  const sizes = async (id: string, bulk: boolean): Promise<readonly number[]> => {
    const template = await here.makeTemplate(`Sizes ${id}`);
    await put(`${id}.csv`, `num1,txt1\n${lines(0, bulk ? 1100 : 3)}`);
    const source = csvSource(id, path.join(here.watched, `${id}.csv`), { mode: 'Once', bulk });
    await here.local('POST', 'add', { template, source });
    await here.local('POST', 'start', { id: template.id });
    await until(
      () => here.taskOf(template.id),
      (task) => task.state === 'Stopped',
    );
    const engineer = await here.at.a.as('data engineer');
    const { data } = await engineer.call('POST', '/data/batch', { body: { template: template.id } });
    return data.map(({ read }: { readonly read: number }) => read).sort((a: number, b: number) => b - a);
  };
  assert.deepEqual(await sizes('bulk', true), [500, 500, 100]);
  assert.deepEqual(await sizes('single', false), [1, 1, 1]);
});

test('[TSK-06] with Ignore a bad row is put aside with its cause and the run goes on; with Stop it ends at that row', async () => {
  const text = `num1,txt1\n${lines(0, 600)}bad,x\n${lines(601, 700)}`;
  const run = async (id: string, on_error: string) => {
    const template = await here.makeTemplate(id);
    const file = await put(`${id}.csv`, text);
    await here.local('POST', 'add', { template, source: csvSource(id, file, { mode: 'Once', on_error }) });
    await here.local('POST', 'start', { id: template.id });
    const task = await until(
      () => here.taskOf(template.id),
      (one) => one.state === 'Stopped',
    );
    return { template, file, task };
  };
  const ignored = await run('ignore', 'Ignore');
  assert.deepEqual(ignored.task.counts, { read: 700, accepted: 699, replaced: 0, unchanged: 0, rejected: 1 });
  const stopped = await run('stop', 'Stop');
  assert.match(stopped.task.sources[0].fault, /stop\.csv, line 602: num1: .*bad/);
  assert.deepEqual(stopped.task.counts, { read: 600, accepted: 600, replaced: 0, unchanged: 0, rejected: 0 });
  assert.equal((await here.rowsOf(stopped.template.id)).length, 600);
  await put('stop.csv', text.replace('bad', '600'));
  await here.local('POST', 'start', { id: stopped.template.id });
  const done = await until(
    () => here.taskOf(stopped.template.id),
    (one) => one.counts.read === 700,
  );
  assert.equal(done.counts.accepted, 700);
});

test('[ING-12] [ING-13] [ERR-26] [ERR-27] what is there already is refused in the words of the seed', async () => {
  const template = await here.makeTemplate('Twice');
  const file = path.join(here.watched, 'twice-*.csv');
  await here.local('POST', 'add', { template, source: csvSource('t1', file) });
  const same = await here.local('POST', 'add', { template, source: csvSource('t1', `${file}x`) });
  assert.deepEqual([same.code, same.error?.message], [1002, 'Task already exist']);
  const pattern = await here.local('POST', 'add', { template, source: csvSource('t2', file) });
  assert.deepEqual(
    [pattern.code, pattern.error?.message],
    [1002, 'File with specified name or pattern already been added'],
  );
  const inOtherWords = path.join(here.watched, 'deeper').concat('/../twice-*.csv');
  const again = await here.local('POST', 'add', { template, source: csvSource('t3', inOtherWords) });
  assert.deepEqual([again.http, again.code], [409, 1002]);
});

test('[ING-04] [TSK-01] [SRC-05] what no source or task may be is refused by its field, and nothing is held', async () => {
  const template = await here.makeTemplate('Refused');
  const faultsOf = async (more: object, file: unknown = path.join(here.watched, 'refused.csv'), task = {}) => {
    const source = { ...csvSource('r1', file as string, task), ...more };
    const reply = await here.local('POST', 'add', { template, source });
    return [reply.http, ...Object.keys(reply.error?.error.fields ?? {})];
  };
  for (const file of [123, {}, ['a'], '', 'a\0b', '/data/\ud800.csv', '/data/in/'])
    assert.deepEqual(await faultsOf({}, file), [422, 'source.file'], JSON.stringify(file));
  const csv = { file: '/data/in/a.csv' };
  for (const [more, field] of [
    [{ csv: { ...csv, encoding: 'klingon' } }, 'source.csv.encoding'],
    [{ csv: { ...csv, delimiter: 'xx' } }, 'source.csv.delimiter'],
    [{ csv: { ...csv, header_row: -1 } }, 'source.csv.header_row'],
    [{ columns: 'x' }, 'source.columns'],
    [{ columns: [{ name: 'a', transform: [{ kind: 'nope' }] }] }, 'source.columns.0'],
    [{ type: 'Bogus' }, 'source.type'],
    [{ provider: 'postgresql' }, 'source.provider'],
    [{ task: { mode: ['Once'] } }, 'task.mode'],
    [{ task: { schedule: 'Cron', at: '0 0 30 2 *' } }, 'task.at'],
  ] as const)
    assert.deepEqual(await faultsOf(more), [422, field], JSON.stringify(more));
  assert.equal(await here.taskOf(template.id), undefined);
});

test('[ING-14] [ING-15] [ERR-28] [ING-07] an unknown task, an unknown configuration, a known one', async () => {
  const config = await here.local('GET', 'config?id=nope');
  assert.deepEqual(
    [config.http, config.code, config.error?.message],
    [
      404,
      991,
      'The configuration does not exist on the ingestor, you can add this source to enable ingestion through this service',
    ],
  );
  for (const call of ['start', 'stop', 'remove']) {
    const reply = await here.local('POST', call, { id: 'nope' });
    assert.deepEqual([reply.http, reply.code, reply.error?.message], [404, 34, 'Task does not exists']);
  }
  const template = await here.makeTemplate('Config');
  const { task: _, ...source } = csvSource('c1', path.join(here.watched, 'c.csv'));
  await here.local('POST', 'add', { template, source });
  const known = await here.local('GET', 'config?id=c1');
  assert.deepEqual(known.data.sources, [
    {
      ...source,
      task: {
        mode: 'Continuous',
        schedule: 'Immediately',
        at: '',
        bulk: true,
        adaptive: false,
        watch_events: ['Created', 'Modified'],
        on_error: 'Ignore',
        slow_mo: false,
      },
    },
  ]);
  assert.doesNotMatch(JSON.stringify(known), /dst_/);
  const bad = await here.local('POST', 'add', {
    template,
    source: csvSource('c2', '/x', { mode: 'Sometimes', schedule: 'Cron', at: 'never' }),
  });
  assert.deepEqual([bad.http, bad.code], [422, 31]);
});

test('[ING-18] only a paired browser on a page of the platform is answered', async () => {
  const { address } = here.ingestor;
  const ask = async (headers: Record<string, string>, call = 'services') =>
    (await fetch(`${address}/local/${call}`, { headers })).status;
  const authorization = `Bearer ${here.key}`;
  assert.equal(await ask({}), 401);
  assert.equal(await ask({ authorization: 'Bearer dsb_00' }), 401);
  assert.equal(await ask({ authorization, origin: 'https://evil.example' }), 403);
  assert.equal(await ask({ authorization, origin: here.at.url }), 200);
  const pair = (code: string) => here.local('POST', 'pair', { code });
  const code = here.codes.at(-1) ?? '';
  assert.equal((await pair('AAAA-AAAA')).code, 14);
  assert.equal((await pair(code.toLowerCase().replace('-', ' '))).code, 30);
  assert.equal((await pair(code)).code, 14, 'a code is worth one browser');
  const before = here.codes.length;
  for (let i = 0; i < 5; i++) await pair('AAAA-AAAA');
  assert.equal(here.codes.length, before + 1, 'after five wrong tries there is a new one');
  const other = (await pair(here.codes.at(-1) ?? '')).data.key;
  const asOther = (call: string) => localCall(address, other, 'POST', call, {});
  assert.deepEqual((await asOther('unpair')).data, { unpaired: 1 });
  assert.equal((await asOther('unpair')).code, 14, 'its key opens nothing any more');
  assert.equal(await ask({ authorization }), 200, 'that of another does');
});

test('[ING-09] [ING-16] the console replays the last 200 frames of a task and goes on with new ones', async () => {
  const template = await here.makeTemplate('Console');
  const file = await put('console.csv', `num1,txt1\n${lines(0, 10)}x,bad\n`);
  await here.local('POST', 'add', { template, source: csvSource('k1', file, { mode: 'Once' }) });
  const open = async () => {
    const frames: { code: number; task: string; message: string; counts: { read: number } }[] = [];
    const socket = new WebSocket(`${here.ingestor.address.replace('http', 'ws')}/console`, ['console', here.key]);
    socket.onmessage = ({ data }) => frames.push(JSON.parse(String(data)));
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error('the console did not open'));
    });
    socket.send(template.id);
    return { frames, socket };
  };
  const first = await open();
  await here.local('POST', 'start', { id: template.id });
  await until(
    async () => first.frames,
    (frames) => frames.some(({ message }) => message.startsWith('Stopped')),
  );
  assert.deepEqual(new Set(first.frames.map(({ code }) => code)), new Set([20, 21, 22]));
  assert.ok(first.frames.every(({ task }) => task === template.id));
  assert.equal(first.frames.find(({ code }) => code === 20)?.counts.read, 11);
  const second = await open();
  await until(
    async () => second.frames.length,
    (count) => count >= first.frames.length,
  );
  assert.deepEqual(second.frames, first.frames);
  for (const { socket } of [first, second]) socket.close();
  const foreign = new WebSocket(`${here.ingestor.address.replace('http', 'ws')}/console`, ['console', 'dsb_0']);
  await new Promise((resolve) => {
    foreign.onerror = resolve;
  });
});

test('[ING-18] an address that is none is refused, as a call and for a console, and the service lives on', async () => {
  const { hostname, port } = new URL(here.ingestor.address);
  const asked = async (headers: string): Promise<string> => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.write(`GET // HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${headers}\r\n\r\n`);
    await once(socket, 'close');
    return answer.split('\r\n')[0] ?? '';
  };
  assert.equal(await asked('connection: close'), 'HTTP/1.1 404 Not Found');
  assert.equal(await asked('connection: upgrade\r\nupgrade: websocket'), 'HTTP/1.1 404 Not Found');
  assert.equal((await here.local('GET', 'services')).http, 200);
});

test('[ING-01] [ING-02] [ING-03] [ING-05] [ING-06] [TSK-03] [TSK-04] tasks are started and stopped, one or all; a stopped one starts again', async () => {
  const templates = [await here.makeTemplate('All 1'), await here.makeTemplate('All 2')];
  for (const [i, template] of templates.entries()) {
    const source = csvSource(`all${i}`, path.join(here.watched, `all-${i}-*.csv`));
    await here.local('POST', 'add', { template, source });
  }
  const ids = templates.map(({ id }) => id);
  const states = async () => {
    const { data } = await here.local('GET', 'services');
    assert.deepEqual(Object.keys(data), ['services', 'running_tasks', 'tasks']);
    const running = ids.filter((id) => data.running_tasks.includes(id));
    const found = ids.map((id) => data.tasks.find((task: { readonly id: string }) => task.id === id)?.state);
    return { running: running.length, states: found };
  };
  const all = (state: string, running: number) =>
    until(states, (now) => now.running === running && now.states.every((one) => one === state));
  assert.deepEqual(await states(), { running: 0, states: ['Created', 'Created'] });
  await here.local('POST', 'start_all', {});
  await all('Started', 2);
  await here.local('POST', 'stop_all', {});
  await all('Stopped', 0);
  const [first = '', second = ''] = ids;
  assert.equal((await here.local('POST', 'start', { id: first, source: 'all0' })).data.id, first);
  await until(states, (now) => now.states.join() === 'Started,Stopped');
  const unknown = await here.local('POST', 'start', { id: second, source: 'nope' });
  assert.notEqual(unknown.code, 30);
  await here.local('POST', 'start', { id: second });
  await all('Started', 2);
  await here.local('POST', 'stop', { id: first });
  await until(states, (now) => now.states.join() === 'Stopped,Started');
  await here.local('POST', 'stop_all', {});
});

interface Input {
  readonly state: string;
  readonly name: string;
  readonly fault: string;
}

test('[ING-19] a file the template refuses is set aside with its cause, the others go on', async () => {
  const template = await here.makeTemplate('Refused');
  await put('r-1.csv', 'other,columns\n1,2\n');
  await put('r-2.csv', `num1,txt1\n${lines(0, 5)}`);
  await here.local('POST', 'add', { template, source: csvSource('r1', path.join(here.watched, 'r-*.csv')) });
  await here.local('POST', 'start', { id: template.id });
  const asideOf = (one: { readonly sources: readonly { readonly inputs: readonly Input[] }[] }) =>
    one.sources[0]?.inputs.find(({ state }) => state === 'aside');
  const task = await until(
    () => here.taskOf(template.id),
    (one) => one.counts.accepted === 5 && asideOf(one) !== undefined,
  );
  const aside = asideOf(task);
  assert.ok(aside);
  assert.match(aside.name, /r-1\.csv$/);
  assert.match(aside.fault, /match/);
  await put('r-1.csv', `num1,txt1\n${lines(10, 12)}`);
  await until(
    () => here.taskOf(template.id),
    (one) => one.counts.accepted === 7,
  );
  await rm(path.join(here.watched, 'r-1.csv'));
  await here.local('POST', 'remove', { id: template.id });
  assert.equal(await here.taskOf(template.id), undefined);
});

test('[ING-19] [TSK-05] a file that was set aside is taken when its task is started again and the template knows its columns', async () => {
  const template = await here.makeTemplate('Grown');
  const grown = await put('grown-1.csv', 'num1,txt2\n1,a\n');
  await put('grown-2.csv', 'num1,txt1\n2,b\n');
  const source = csvSource('grown', path.join(here.watched, 'grown-*.csv'), { mode: 'Once' });
  await here.local('POST', 'add', { template, source });
  const run = async () => {
    await here.local('POST', 'start', { id: template.id });
    const { counts } = await until(
      () => here.taskOf(template.id),
      ({ state }) => state === 'Stopped',
    );
    return counts.accepted;
  };
  assert.equal(await run(), 1);
  assert.equal(await run(), 1, 'the template still does not take it');
  const engineer = await here.at.a.as('data engineer');
  const { data } = await engineer.call('GET', `/schema/data/template/${template.id}`);
  const items = [...data.items, { name: 'txt2', value_type: 8 }];
  const saved = await engineer.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: template.id, items },
  });
  assert.equal(saved.code, 30, saved.error?.message);
  assert.equal(await run(), 2);
  await rm(grown);
  assert.equal(await run(), 2);
});

test('[SCR-05] the platform hears of the service and its tasks', async () => {
  const engineer = await here.at.a.as('data engineer');
  const { data } = await here.local('GET', 'services');
  const reports = await until(
    async () => (await engineer.call('GET', '/ingestor/report')).data,
    (all) => all.length === 1 && all[0].tasks.length > 0,
  );
  assert.equal(reports[0].service_id, data.services[0].id);
});
