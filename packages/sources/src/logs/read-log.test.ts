import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLog } from './is-log.ts';
import { readLog } from './read-log.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function entriesOf(text: string | Uint8Array, size = 7) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const [entries, refused]: [(readonly [number, unknown])[], string[]] = [[], []];
  for await (const { documents, lines, setAside } of readLog(inPieces(bytes, size))) {
    entries.push(...documents.map((document, i) => [lines[i] ?? 0, document] as const));
    refused.push(...setAside.map(({ line, raw, reason }) => `${line} ${reason}: ${raw}`));
  }
  return { entries, refused };
}

const COMMON = '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif?x=1 HTTP/1.0" 200 2326';
const COMBINED =
  '2001:db8::1 - - [01/Jan/2024:00:00:00 +0530] "\\x16\\x03 \\"" 400 - "-" "Mozilla/4.08 [en] (Win98; \\"I\\" ;Nav)"';
const first = {
  host: '127.0.0.1',
  identity: null,
  user: 'frank',
  time: '2000-10-10T13:55:36-07:00',
  method: 'GET',
  path: '/a.gif?x=1',
  protocol: 'HTTP/1.0',
  status: 200,
  bytes: 2326,
};

test('[SRC-23] [SRC-36] entries of an access log come in by their parts, however the bytes do; a line that is none is refused', async () => {
  const text = `${COMMON}\r\n\n${COMBINED}\nexample.org:443 ${COMMON} "-" "x" 0.003 "-"\n${COMMON.slice(0, 60)}`;
  for (const size of [1, 64, text.length]) {
    const { entries, refused } = await entriesOf(text, size);
    assert.deepEqual(entries, [
      [1, first],
      [
        3,
        {
          host: '2001:db8::1',
          identity: null,
          user: null,
          time: '2024-01-01T00:00:00+05:30',
          method: null,
          path: '\\x16\\x03 "',
          protocol: null,
          status: 400,
          bytes: null,
          referrer: null,
          agent: 'Mozilla/4.08 [en] (Win98; "I" ;Nav)',
        },
      ],
      [4, { site: 'example.org:443', ...first, referrer: null, agent: 'x', more: '0.003 "-"' }],
    ]);
    assert.deepEqual(refused, [`5 The line is no entry of an access log: ${COMMON.slice(0, 60)}`]);
  }
  const damaged = Buffer.from(`${COMMON}\n${COMMON.replace('/a', '/ä')}\n`, 'latin1');
  assert.match((await entriesOf(damaged)).refused.join(), /^2 The line is not UTF-8/);
});

test('[SRC-23] [SRC-36] entries of the extended format have the names above them, and their moment', async () => {
  const head = '#Software: IIS\r\n#Version: 1.0\r\n';
  const text = `${head}#Fields: date time c-ip cs(User-Agent)\r\n2024-01-01 00:00:01 10.0.0.1 a+b\r\n2024-01-01 00:00:01 x\r\n#Fields: c-ip sc-status\r\n10.0.0.2 -\r\n`;
  const { entries, refused } = await entriesOf(text);
  assert.deepEqual(entries, [
    [
      4,
      {
        timestamp: '2024-01-01T00:00:01Z',
        date: '2024-01-01',
        time: '00:00:01',
        'c-ip': '10.0.0.1',
        'cs(User-Agent)': 'a+b',
      },
    ],
    [7, { 'c-ip': '10.0.0.2', 'sc-status': null }],
  ]);
  assert.deepEqual(refused, ['5 The line has 3 values, the fields named above it are 4: 2024-01-01 00:00:01 x']);
  const zeek = `#separator \\x09\n#set_separator\t,\n#path\tconn\n#fields\tts\tid.orig_h\ttags\n#types\ttime\taddr\tset[string]\n1706695200.123456\t10.0.0.1\t(empty)\n1\t-\ta b,c\n#close\tx\n`;
  assert.equal(isLog(zeek), true);
  assert.deepEqual((await entriesOf(zeek)).entries, [
    [6, { ts: '1706695200.123456', 'id.orig_h': '10.0.0.1', tags: null }],
    [7, { ts: '1', 'id.orig_h': null, tags: 'a b,c' }],
  ]);
  const tabs = await entriesOf('#Version: 1.0\n#Fields: a b\nx y\tz\n');
  assert.deepEqual(tabs.entries, [[3, { a: 'x y', b: 'z' }]]);
});

test('[SRC-23] [SRC-36] a moment alone does not make lines a log of a system', () => {
  for (const rest of ['21.5 40 1013', 'stdout listening on: 80', 'app: started']) {
    const line = (second: number) => `2024-01-31T10:00:0${second}Z ${rest}\n`;
    assert.equal(isLog(line(1) + line(2)), false, rest);
  }
  assert.equal(isLog('2024-01-31T10:00:00+01:00 web1 kernel: [1.0] up\n'.repeat(2)), true);
});

test('[SRC-23] [SRC-36] entries of a log of a system come in by their parts, as both standards write them', async () => {
  const old = [
    'Oct  1 22:14:15 web1 sshd[4711]: Accepted publickey for root: RSA',
    '<34>Oct 11 22:14:15 web1 su: failed',
    '2024-01-31T10:00:00.123456+01:00 web1 postfix/smtpd[1]: connect',
    'Oct 11 22:14:16 web1 last message repeated 2 times',
    'stray',
  ].join('\n');
  const { entries, refused } = await entriesOf(old);
  const none = { program: null, process: null };
  assert.deepEqual(
    entries.map(([, entry]) => entry),
    [
      {
        time: 'Oct  1 22:14:15',
        host: 'web1',
        program: 'sshd',
        process: '4711',
        message: 'Accepted publickey for root: RSA',
      },
      {
        facility: 4,
        severity: 2,
        time: 'Oct 11 22:14:15',
        host: 'web1',
        program: 'su',
        process: null,
        message: 'failed',
      },
      {
        time: '2024-01-31T10:00:00.123456+01:00',
        host: 'web1',
        program: 'postfix/smtpd',
        process: '1',
        message: 'connect',
      },
      { time: 'Oct 11 22:14:16', host: 'web1', ...none, message: 'last message repeated 2 times' },
    ],
  );
  assert.deepEqual(refused, ['5 The line is no entry of a log of a system (syslog): stray']);
  const data = '[a@1 x="1 \\] \\"" y="]"][b]';
  const recent = await entriesOf(
    `<165>1 2003-10-11T22:14:15.003Z h app - ID47 ${data} \uFEFFwell: done\n<0>1 - - - - - -\n`,
  );
  assert.deepEqual(recent.entries[0]?.[1], {
    facility: 20,
    severity: 5,
    time: '2003-10-11T22:14:15.003Z',
    host: 'h',
    program: 'app',
    process: null,
    kind: 'ID47',
    data,
    message: 'well: done',
  });
  assert.deepEqual([recent.entries.length, recent.refused], [2, []]);
});

test('[SRC-23] [SRC-36] entries of error logs of nginx and Apache come in by their parts', async () => {
  const nginx = await entriesOf(
    '2024/01/31 10:00:00 [error] 12#34: *5 open() "/x" failed, client: 1.2.3.4\n2024/01/31 10:00:01 [notice] 1#1: start\nstray\n',
  );
  assert.deepEqual(
    nginx.entries.map(([, entry]) => entry),
    [
      {
        time: '2024-01-31T10:00:00',
        level: 'error',
        process: '12',
        thread: '34',
        connection: '5',
        message: 'open() "/x" failed, client: 1.2.3.4',
      },
      { time: '2024-01-31T10:00:01', level: 'notice', process: '1', thread: '1', connection: null, message: 'start' },
    ],
  );
  assert.deepEqual(nginx.refused, ['3 The line is no entry of the error log of a web server: stray']);
  const apache = await entriesOf(
    '[Wed Jan 31 10:00:00.123456 2024] [core:error] [pid 1:tid 2] [client [::1]:5] AH00: x\n[Wed Jan 31 10:00:01 2024] [warn] y\n',
  );
  assert.deepEqual(
    apache.entries.map(([, entry]) => entry),
    [
      {
        time: '2024-01-31T10:00:00.123456',
        module: 'core',
        level: 'error',
        process: '1',
        thread: '2',
        client: '[::1]:5',
        message: 'AH00: x',
      },
      {
        time: '2024-01-31T10:00:01',
        module: null,
        level: 'warn',
        process: null,
        thread: null,
        client: null,
        message: 'y',
      },
    ],
  );
});

test('[SRC-23] [SRC-36] entries of names and values come in by their names, whatever stands in quotes', async () => {
  const { entries, refused } = await entriesOf(
    'time=2024-01-31T10:00:00Z level=info msg="all \\"well\\" = C:\\\\x" ms=3 user=\nlevel=warn msg=x tag=a tag=b\nlevel=info oops\n',
  );
  assert.deepEqual(
    entries.map(([, entry]) => entry),
    [
      { time: '2024-01-31T10:00:00Z', level: 'info', msg: 'all "well" = C:\\x', ms: '3', user: null },
      { level: 'warn', msg: 'x', tag: ['a', 'b'] },
    ],
  );
  assert.deepEqual(refused, ['3 The line is no entry of a log of names and values (logfmt): level=info oops']);
});

test('[SRC-23] nothing is taken for a log that only looks a little like one', () => {
  // a line that is broken is refused, and told before the import
  const broken = `${COMMON}\na;b\n${COMMON}\n`;
  for (const log of [COMMON, `${COMMON}\n${COMBINED}\n${COMMON}\nx`, broken, '#Version: 1.0\r\n#Fields: a b\r\n'])
    assert.equal(isLog(log), true, log);
  for (const text of [
    '',
    'host,time\n127.0.0.1,1\n',
    `${COMMON}\na,b\nc,d\n${COMMON}\n`,
    `line\n${COMMON}\n`,
    COMMON.replace('Oct', 'Okt'),
    '#Fields: a b\n1 2\n',
    '#Version: 1.0\n#Fields: a,b,c\n1,2,3\n',
    '#code,num1\n#Fields,2\n',
    'a=1 b=2\n',
    'level=1;msg=2\n',
    'level=info\n',
    '[Wed Jon 31 10:00:01 2024] [warn] y\n',
    '2024/01/31 10:00:01 [2] 1#1: start\n',
    'Oct 11 22:14:15,web1,sshd\n',
    'Jon 11 22:14:15 web1 su: x\n',
    '<192>Oct 11 22:14:15 web1 su: x\n',
  ])
    assert.equal(isLog(text), false, text);
});
