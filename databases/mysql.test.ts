import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type CsvChoice, type DatabaseSettings, previewCsv, splitRows } from '@datasarana/sources';
import {
  type Database,
  type DatabaseFault,
  DatabaseRefused,
  openDatabase,
  type Position,
  type ReadTable,
  scanCsv,
} from '@datasarana/sources/node';
import fc from 'fast-check';
import { type MariaDb, startMariaDb } from '../packages/testkit/src/mariadb.ts';
import { until } from '../packages/testkit/src/until.ts';

let server: MariaDb;
before(async () => {
  server = await startMariaDb();
  await server.sql(
    `
    CREATE DATABASE shop; USE shop;
    CREATE TABLE every (
      id bigint unsigned PRIMARY KEY, dec1 decimal(38,10), whole1 int, dbl1 double, flt1 float, bool1 tinyint(1),
      date1 date, ts1 datetime(6), ts2 timestamp NULL, time1 time, year1 year, json1 json, geo1 point, geo2 geometry,
      bit1 bit(1), bit9 bit(9), bin1 varbinary(8), blob1 blob, txt1 varchar(50), enum1 enum('a','b'), set1 set('x','y'), uuid1 uuid
    );
    SET time_zone = '+08:00'; SET sql_mode = '';
    INSERT INTO every VALUES (18446744073709551615, '1234567890123456789012345678.0123456789', -2147483648, 1e300, 1.5, 1,
      '2024-02-29', '2024-02-29 23:59:59.123456', '2024-03-01 07:00:00', '-838:59:59', 1999, '{"a": [1, null, "ü"]}',
      ST_GeomFromText('POINT(101.6 3.1)'), ST_GeomFromText('MULTIPOLYGON(((0 0,1 0,1 1,0 0)))'),
      1, 257, x'00ff10', x'de00ad', 'snow ☃ 😀 "q", ''a''\nb\\\\c', 'b', 'x,y', '123e4567-e89b-12d3-a456-426655440000');
    INSERT INTO every (id, date1, ts1, txt1) VALUES (1, '0000-00-00', '0000-00-00 00:00:00', '');
    INSERT INTO every (id, date1) VALUES (2, '2024-00-00');
    CREATE TABLE many (id int PRIMARY KEY AUTO_INCREMENT, changed datetime NULL, txt1 varchar(40));
    INSERT INTO many (id, changed, txt1) SELECT seq, IF(seq % 50 = 0, NULL, '2024-01-01' + INTERVAL seq DIV 7 SECOND), CONCAT('row ', seq) FROM seq_1_to_50000;
    CREATE TABLE keyless (num1 int);
    INSERT INTO keyless SELECT seq FROM seq_1_to_50000;
    CREATE TABLE \`odd \`\`name\` (\`a b\` int, \`c\`\`d\` varchar(9), PRIMARY KEY (\`c\`\`d\`, \`a b\`));
    INSERT INTO \`odd \`\`name\` VALUES (1, 'x'), (2, 'x'), (1, 'Y');
    CREATE TABLE bykey (bin1 varbinary(8) PRIMARY KEY, num1 int NOT NULL);
    INSERT INTO bykey VALUES (x'00', 1), (x'27', 2), (x'ff00', 3);
    CREATE DATABASE empty1;
    CREATE USER 'poor'@'%' IDENTIFIED BY 'pw';
    CREATE FUNCTION writes() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO keyless VALUES (-1); RETURN 1; END`.replace(
      /(CREATE FUNCTION[\s\S]*END)/,
      'DELIMITER $$\n$1 $$\n',
    ),
  );
});
after(() => server.stop());

const settings = (more: Partial<DatabaseSettings> = {}): DatabaseSettings => {
  const { host, port, uid, pwd } = server;
  return { host, port, uid, pwd, database: 'shop', ...more };
};

async function using<T>(more: Partial<DatabaseSettings>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase('mysql', settings(more));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function readAll(database: Database, request: ReadTable) {
  const reader = await database.read(request);
  const rows: (string | null)[][] = [];
  const positions: (Position | null)[] = [];
  for await (const block of reader.blocks) {
    rows.push(...block.rows.map((row) => [...row]));
    positions.push(block.position);
  }
  return { columns: reader.columns, order: reader.order, rows, positions };
}

const refusal = (fault: DatabaseFault, text: RegExp) => (cause: unknown) => {
  assert.ok(cause instanceof DatabaseRefused, String(cause));
  assert.equal(cause.fault, fault, cause.message);
  assert.match(cause.message, text);
  return true;
};

test('[SRC-15] databases, tables and columns with type, nullable and key', async () => {
  await using({}, async (database) => {
    assert.deepEqual(await database.databases(), ['empty1', 'shop']);
    assert.deepEqual(await database.tables(), ['bykey', 'every', 'keyless', 'many', 'odd `name']);
    assert.deepEqual(await database.columns('many'), [
      { name: 'id', type: 'int(11)', nullable: false, key: 'primary' },
      { name: 'changed', type: 'datetime', nullable: true, key: '' },
      { name: 'txt1', type: 'varchar(40)', nullable: true, key: '' },
    ]);
  });
  assert.deepEqual(await using({ database: 'empty1' }, (database) => database.tables()), []);
});

test('[SRC-13] every type keeps its value: digits, times in UTC, bits, geometry, bytes, all of Unicode', async () => {
  const { columns, rows } = await using({}, (database) => readAll(database, { table: 'every' }));
  const whole = Object.fromEntries(columns.map((name, i) => [name, rows[2]?.[i]]));
  assert.deepEqual(whole, {
    id: '18446744073709551615',
    dec1: '1234567890123456789012345678.0123456789',
    whole1: '-2147483648',
    dbl1: '1e300',
    flt1: '1.5',
    bool1: '1',
    date1: '2024-02-29',
    ts1: '2024-02-29 23:59:59.123456',
    ts2: '2024-02-29 23:00:00',
    time1: '-838:59:59',
    year1: '1999',
    json1: '{"a": [1, null, "ü"]}',
    geo1: '{"type":"Point","coordinates":[101.6,3.1]}',
    geo2: '{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}',
    bit1: '1',
    bit9: '257',
    bin1: 'AP8Q',
    blob1: '3gCt',
    txt1: 'snow ☃ 😀 "q", \'a\'\nb\\c',
    enum1: 'b',
    set1: 'x,y',
    uuid1: '123e4567-e89b-12d3-a456-426655440000',
  });
  const [first = [], second = []] = rows;
  assert.deepEqual(
    first.slice(0, 8),
    ['1', null, null, null, null, null, null, null],
    'NULL and zero dates are absent',
  );
  assert.equal(first[columns.indexOf('txt1')], '', 'an empty text is no NULL');
  assert.equal(second[columns.indexOf('date1')], '2024-00-00', 'a date that is none is for the ledger to refuse');
});

test('[SRC-13] a number of single precision keeps all its digits', async () => {
  await server.sql(`USE shop; CREATE TABLE singles (id int PRIMARY KEY, flt1 float, flt2 float unsigned, flt3 float(10,3));
    INSERT INTO singles VALUES (1, 1234567.89, 16777216, 1234567.5), (2, -0.1, 33.333333, 0.001), (3, 3.4028234e38, 1e-38, 0), (4, NULL, 0, NULL)`);
  const { rows } = await using({}, (database) => readAll(database, { table: 'singles' }));
  assert.deepEqual(rows, [
    ['1', '1234567.9', '16777216', '1234567.500'],
    ['2', '-0.1', '33.333332', '0.001'],
    ['3', '3.4028235e+38', '1e-38', '0.000'],
    ['4', null, '0', null],
  ]);
});

/** What the import makes of a text: its rows, whether its backslashes were taken for escapes, and what it set aside. */
async function readText(bytes: Buffer, choice: CsvChoice) {
  const blocks: Buffer[] = [];
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 4093) yield bytes.subarray(at, at + 4093);
  }
  const sink = { write: async (block: Buffer) => void blocks.push(Buffer.from(block)) };
  const { delimiter, structural } = await scanCsv(chunks(), sink, choice);
  return { rows: splitRows(Buffer.concat(blocks).toString(), delimiter).rows, structural };
}

test('[SRC-26] [STR-03] what INTO OUTFILE writes comes in as the table holds it, whatever it is enclosed and parted by', async () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'ü',
      '😀',
      '\\',
      '"',
      "'",
      '\t',
      '\n',
      '\r\n',
      ',',
      ';',
      '|',
      'N',
      'n',
      't',
      '0',
      '\\N',
      'C:\\temp\\new',
      ' ',
    ],
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const cell = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.constant(null) });
  const [rows = []] = fc.sample(fc.array(fc.tuple(cell, cell), { minLength: 400, maxLength: 400 }), {
    numRuns: 1,
    seed: 11,
  });
  const hex = (value: string | null): string =>
    value === null ? 'NULL' : `CONVERT(0x${Buffer.from(value).toString('hex')} USING utf8mb4)`;
  const values = rows.map(
    ([txt1, txt2], id) => `(${id}, ${txt1 === '' ? "''" : hex(txt1)}, ${txt2 === '' ? "''" : hex(txt2)}, ${id}.5)`,
  );
  await server.sql(
    `USE shop; CREATE TABLE written (id int PRIMARY KEY, txt1 text, txt2 text, num1 decimal(9,1)); INSERT INTO written VALUES ${values.join(', ')};`,
  );
  const expected = rows.map(([txt1, txt2], id) => [String(id), txt1 ?? '', txt2 ?? '', `${id}.5`]);
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-outfile-'));
  try {
    const forms = [
      ['text', '\t', ''],
      ['text', ',', "FIELDS TERMINATED BY ','"],
      ['text', '|', "FIELDS TERMINATED BY '|'"],
      ['enclosed', ',', `FIELDS TERMINATED BY ',' ENCLOSED BY '"'`],
      ['enclosed', ';', `FIELDS TERMINATED BY ';' OPTIONALLY ENCLOSED BY '"'`],
      ['enclosed', ',', `FIELDS TERMINATED BY ',' ENCLOSED BY '"' LINES TERMINATED BY '\\r\\n'`],
    ] as const;
    for (const [at, [escapes, delimiter, how]] of forms.entries()) {
      const file = path.join(folder, `${at}.txt`);
      await server.sql(
        `USE shop; SELECT * FROM written ORDER BY id INTO OUTFILE '${file}' CHARACTER SET utf8mb4 ${how};`,
      );
      const bytes = await readFile(file);
      const chosen = { escapes, delimiter, headerRow: 0 } as const;
      assert.deepEqual(await readText(bytes, chosen), { rows: expected, structural: [] }, how);
      assert.deepEqual(previewCsv(bytes, true, chosen).rows, expected.slice(0, 100), how);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('[TSK-03] reading goes on behind any position, by key and by timestamp with ties and NULL, every row once', async () => {
  await using({}, async (database) => {
    for (const cursor of [undefined, 'changed', 'txt1']) {
      const request = { table: 'many', blockRows: 777, ...(cursor && { cursor }) };
      const whole = await readAll(database, request);
      assert.equal(whole.rows.length, 50_000);
      assert.equal(new Set(whole.rows.map(([id]) => id)).size, 50_000);
      for (const at of [0, 1, 20, whole.positions.length - 1]) {
        const after = JSON.parse(JSON.stringify(whole.positions[at])) as Position;
        const rest = await readAll(database, { ...request, after });
        assert.deepEqual(rest.rows, whole.rows.slice((at + 1) * 777), `${cursor} from block ${at}`);
      }
    }
    assert.deepEqual((await readAll(database, { table: 'odd `name', after: ['x', '1'] })).rows, [
      ['2', 'x'],
      ['1', 'Y'],
    ]);
    assert.deepEqual((await readAll(database, { table: 'bykey', after: ['Jw=='] })).rows, [['/wA=', '3']]);
    const zero = await readAll(database, { table: 'every', cursor: 'date1', blockRows: 1 });
    assert.deepEqual(
      zero.positions.map((position) => position?.[0]),
      ['0000-00-00', '2024-00-00', '2024-02-29'],
    );
    assert.equal(
      (await readAll(database, { table: 'every', cursor: 'date1', after: zero.positions[0] ?? null })).rows.length,
      2,
    );
  });
});

test('[TSK-03] long texts that differ behind their first thousand letters are a cursor like others: no row is lost behind a position', async () => {
  await server.sql(`USE shop; CREATE TABLE longs (id int AUTO_INCREMENT PRIMARY KEY, txt1 text);
    INSERT INTO longs (txt1) SELECT CONCAT(REPEAT('x', 1100), 99 - seq) FROM seq_1_to_40`);
  await using({}, async (database) => {
    const request = { table: 'longs', cursor: 'txt1', blockRows: 7 };
    const whole = await readAll(database, request);
    for (const [i, after] of whole.positions.entries())
      assert.deepEqual((await readAll(database, { ...request, after })).rows, whole.rows.slice((i + 1) * 7));
  });
});

test('[SRC-15] [SEC-05] a server that takes backslashes in texts for letters, and quotes for names, is asked alike', async () => {
  const name = `it's \\ "o" \`n ü`;
  const quoted = `\`${name.replaceAll('`', '``')}\``;
  await server.sql(`USE shop; CREATE TABLE ${quoted} (${quoted} varchar(9) PRIMARY KEY, num1 int);
    INSERT INTO ${quoted} VALUES ('it''s', 1), ('o"', 2), ('\\\\', 3);
    SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT';`);
  try {
    await using({}, async (database) => {
      assert.deepEqual(
        (await database.columns(name)).map((column) => column.name),
        [name, 'num1'],
      );
      const whole = await readAll(database, { table: name, blockRows: 1 });
      assert.deepEqual(new Set(whole.rows.map(([key]) => key)), new Set(["it's", 'o"', '\\']));
      for (const [i, after] of whole.positions.entries())
        assert.deepEqual((await readAll(database, { table: name, after })).rows, whole.rows.slice(i + 1));
      await assert.rejects(database.columns("x' OR 1=1 -- "), refusal('table', /no table 'x' OR 1=1 -- '/));
    });
  } finally {
    await server.sql(`SET GLOBAL sql_mode = DEFAULT; USE shop; DROP TABLE ${quoted}, longs`);
  }
});

test('[TSK-03] a cursor that keeps no exact order, or has nothing to break ties, is refused', async () => {
  await using({}, async (database) => {
    const read = (request: ReadTable) => readAll(database, request);
    await assert.rejects(read({ table: 'every', cursor: 'dbl1' }), refusal('cursor', /keeps no exact order/));
    await assert.rejects(read({ table: 'keyless', cursor: 'num1' }), refusal('cursor', /no primary or unique key/));
    await assert.rejects(
      read({ table: 'many', cursor: 'nope' }),
      refusal('cursor', /no column 'nope'.*id, changed, txt1/),
    );
    await assert.rejects(read({ table: 'many', after: ['1 OR 1=1'] }), refusal('cursor', /is no number/));
    await assert.rejects(read({ table: 'many', after: ['1', '2'] }), refusal('cursor', /has 2 values/));
  });
});

/** A way to the server whose nth connection is cut after so many bytes. */
async function cutting(
  after: number,
): Promise<{ readonly port: number; readonly cuts: () => number; readonly close: () => void }> {
  let cuts = 0;
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = openSocket(server.port, server.host);
    let bytes = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      bytes += chunk.length;
      client.write(chunk);
      if (bytes > after) {
        cuts++;
        upstream.destroy();
      }
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cuts: () => cuts,
    close: () => {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}

test('[SRC-13] a connection that breaks off in the middle is opened again and no row is lost or doubled', async () => {
  const proxy = await cutting(300_000);
  try {
    await using({ port: proxy.port }, async (database) => {
      const { rows } = await readAll(database, { table: 'many', cursor: 'changed', blockRows: 500 });
      assert.ok(proxy.cuts() >= 3, `${proxy.cuts()} cuts`);
      assert.equal(rows.length, 50_000);
      assert.equal(new Set(rows.map(([id]) => id)).size, 50_000);
      await assert.rejects(
        readAll(database, { table: 'keyless' }),
        refusal('lost', /broke off after \d+ rows.*no primary or unique key/),
      );
    });
  } finally {
    proxy.close();
  }
});

test('[SRC-13] a server that ends every statement after a while ends no table that is read', async () => {
  await server.sql(`USE shop; CREATE TABLE large (id int PRIMARY KEY, txt1 varchar(200));
    INSERT INTO large SELECT seq, REPEAT('x', 200) FROM seq_1_to_200000; SET GLOBAL max_statement_time = 0.2`);
  try {
    await using({}, async (database) => {
      const { blocks } = await database.read({ table: 'large' });
      let rows = 0;
      for await (const block of blocks) {
        if (rows === 0) await setTimeout(500);
        rows += block.rows.length;
      }
      assert.equal(rows, 200_000);
    });
  } finally {
    await server.sql('SET GLOBAL max_statement_time = 0; DROP TABLE shop.large');
  }
});

test('[SRC-14] what stands in the way is named: password, host, database, table, TLS', async () => {
  const tables = (more: Partial<DatabaseSettings>) => using(more, (database) => database.tables());
  await assert.rejects(tables({ pwd: 'wrong' }), refusal('uid', /refused this user and password/));
  await assert.rejects(tables({ port: 1 }), refusal('host', /Nothing answers/));
  await assert.rejects(
    tables({ host: 'no-such-host.invalid' }),
    refusal('host', /no host of this name|could not be looked up/),
  );
  await assert.rejects(tables({ database: 'nope' }), refusal('database', /no such database|no database 'nope'/));
  await assert.rejects(
    using({}, (database) => database.columns('nope')),
    refusal('table', /no table 'nope' in 'shop'/),
  );
  await assert.rejects(tables({ uid: 'poor', pwd: 'pw' }), refusal('database', /may not use this database/));
  await assert.rejects(tables({ tls: 'verify' }), refusal('tls', /certificate.*cannot be verified/));
});

test('[SRC-13] TLS when asked for', async () => {
  const cipher = (tls: 'off' | 'required') =>
    using(
      { tls },
      async (database) =>
        (await database.query("SHOW STATUS LIKE 'Ssl_cipher'", { rows: 1, timeout: 5000 })).rows[0]?.[1],
    );
  assert.match((await cipher('required')) ?? '', /AES|CHACHA/);
  assert.equal(await cipher('off'), '');
});

test('[SRC-16] [SEC-05] the query helper answers the first rows of one statement, and the server itself refuses to write', async () => {
  await using({}, async (database) => {
    const query = (sql: string, timeout = 30_000) => database.query(sql, { rows: 10, timeout });
    const { columns, rows } = await query('SELECT id, txt1 AS name FROM many LIMIT 40000;');
    assert.deepEqual([columns, rows.length, rows[9]], [['id', 'name'], 10, ['10', 'row 10']]);
    assert.deepEqual(await query('SELECT id FROM many WHERE id < 0'), { columns: ['id'], rows: [] });
    await assert.rejects(query('DELETE FROM many'), refusal('statement', /begins with DELETE/));
    await assert.rejects(query('SELECT writes()'), refusal('statement', /would change data/));
    await assert.rejects(query('SELECT 1; SELECT 2'), refusal('statement', /more than one/));
    await assert.rejects(query('SELECT nope FROM many'), refusal('statement', /Unknown column/));
    await assert.rejects(
      query('SELECT COUNT(*) FROM many a, many b, many c WHERE a.txt1 < b.txt1', 1000),
      refusal('timeout', /1 seconds/),
    );
    assert.equal((await query('SELECT COUNT(*) FROM keyless')).rows[0]?.[0], '50000');
  });
});

test('[SRC-16] a query nobody waits for any more is stopped on the server', async () => {
  await using({}, async (database) => {
    const controller = new AbortController();
    const slow = database.query('SELECT COUNT(*) FROM many a, many b, many c WHERE a.txt1 < b.txt1', {
      rows: 10,
      timeout: 30_000,
      signal: controller.signal,
    });
    const running = async () =>
      Number(
        await server
          .sql(
            "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%many c%' AND info NOT LIKE '%processlist%'",
          )
          .then((text) => text.trim().split('\n')[1]),
      );
    await until(running, (statements) => statements > 0);
    controller.abort(new Error('went away'));
    await assert.rejects(slow, /went away/);
    await until(running, (statements) => statements === 0);
  });
});

test('[LIM-11] a reader that is left early, or cancelled, closes its connection', async () => {
  await using({}, async (database) => {
    const { blocks } = await database.read({ table: 'many' });
    for await (const _ of blocks) break;
    const controller = new AbortController();
    const cancelled = await database.read({ table: 'many', blockRows: 10, signal: controller.signal });
    await assert.rejects(async () => {
      for await (const _ of cancelled.blocks) controller.abort(new Error('enough'));
    }, /enough/);
    const readers = async () =>
      Number(
        (await server.sql("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT `id`%'"))
          .trim()
          .split('\n')[1],
      );
    await until(readers, (statements) => statements === 0);
  });
});
