import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DATABASE_PROVIDERS,
  LISTED_PROVIDERS,
  REST_AUTHENTICATIONS,
  SOURCE_FORMATS,
  SOURCE_PICKER,
  SOURCE_TYPES,
  TASK_CHOICES,
} from './choices.ts';
import { sourceFaults } from './source-faults.ts';

const shown = (choices: readonly { label: string; enabled: boolean }[]) =>
  choices.map(({ label, enabled }) => (enabled ? label : `(${label})`)).join(', ');

test('[SRC-01] [SRC-02] [SRC-03] [SRC-04] [SRC-12] the pickers hold their entries, enabled or only shown', () => {
  assert.equal(
    shown(SOURCE_PICKER),
    'Local File, (Google Drive), (Microsoft One Drive), (S3 Bucket), Url, RESTful Data Server',
  );
  assert.equal(shown(SOURCE_TYPES), 'Replica, Archive, Clone, Schema, Data');
  assert.equal(shown(SOURCE_FORMATS), 'Datasarana JSON, JSON, CSV/XLSX, Spatial Data, Database, Platform, Generic');
  assert.equal(shown(LISTED_PROVIDERS), '(Backup File), (Local Cluster), (Remote Cluster)');
  assert.equal(
    shown(DATABASE_PROVIDERS),
    'MySQL-compatible database, SQL Server, SQLite, (PostgreSQL), (Elasticsearch/Opensearch), (CQL)',
  );
  assert.deepEqual(
    DATABASE_PROVIDERS.map(({ port }) => port),
    [3306, 1433, null, null, null, null],
  );
  assert.equal(REST_AUTHENTICATIONS.length, 8);
  assert.deepEqual(TASK_CHOICES.on_error, ['Ignore', 'Stop', 'Retry']);
});

const SOURCE = {
  id: 's1',
  name: 'Strikes',
  type: 'Data',
  format: 'csv',
  provider: 'local_file',
  task: null,
  columns: [{ name: 'Code', index: 0, value_type: 8, item_id: 'code', selected: true, transform: [], sample: [] }],
  csv: { file: 'strikes.csv' },
};

test('[SRC-05] a source has one settings block, the one of its provider and format', () => {
  assert.deepEqual(sourceFaults(SOURCE), {});
  assert.match(sourceFaults({ ...SOURCE, db: {} }).settings ?? '', /Exactly one.*2 are/);
  assert.match(sourceFaults({ ...SOURCE, csv: undefined }).settings ?? '', /0 are/);
  assert.match(sourceFaults({ ...SOURCE, format: 'spatial' }).csv ?? '', /are spatial, not csv/);
  const database = { ...SOURCE, csv: undefined, format: 'database', provider: 'mysql', db: { host: 'h', port: 99999 } };
  assert.deepEqual(Object.keys(sourceFaults(database)), ['db.uid', 'db.database', 'db.port']);
});

test('[SRC-05] [SRC-33] a name nobody can see and an address that is none are told, each at its place', () => {
  assert.equal(sourceFaults({ ...SOURCE, name: '\u200B' }).name, 'Name has nothing in it that can be seen');
  assert.match(sourceFaults({ ...SOURCE, name: 'x'.repeat(257) }).name ?? '', /^Name has 257 characters/);
  for (const provider of ['rest', 'url']) {
    const asked = (url: unknown) => sourceFaults({ ...SOURCE, csv: undefined, format: 'json', provider, ds: { url } });
    assert.deepEqual(asked('HTTPS://data.example.org/💥?a=b c'), {});
    for (const url of ['data.example.org', 'ftp://a/b', '//a/b', '', ' ', undefined, 1])
      assert.match(asked(url)['ds.url'] ?? '', /^Address must begin with http/, String(url));
    assert.equal(asked('http://')['ds.url'], 'Address names no host behind http://');
    for (const [url, part] of [
      ['http://x y/a?b', 'x y'],
      ['https://a.b:99999/', 'a.b:99999'],
    ])
      assert.equal(asked(url)['ds.url'], `Address has a host or a port that is none: '${part}'`);
    const long = asked(`http://${'x'.repeat(300)}/`)['ds.url'];
    assert.equal(long, 'Address has a host of 300 characters; names of hosts have at most 253');
  }
});

test('[SRC-04] [SRC-12] what is only listed is refused by its name', () => {
  assert.match(sourceFaults({ ...SOURCE, provider: 'postgresql' }).provider ?? '', /^PostgreSQL cannot be chosen/);
  assert.match(sourceFaults({ ...SOURCE, provider: 'backup_file' }).provider ?? '', /^Backup File cannot/);
  assert.match(sourceFaults({ ...SOURCE, provider: 'x' }).provider ?? '', /'x' is no provider/);
});

test('[SRC-20] a setting of a REST source that is none is refused, not passed over', () => {
  const settings = { url: 'https://data.example.org', verb: 'GET', auth: { type: 'None' }, paging: { kind: 'none' } };
  const faultsOf = (ds: object) => sourceFaults({ ...SOURCE, csv: undefined, format: 'json', provider: 'rest', ds });
  assert.deepEqual(faultsOf(settings), {});
  assert.match(
    faultsOf({ ...settings, authentication: 'Basic' })['ds.authentication'] ?? '',
    /^'authentication' is no setting of a REST source; there are url, verb, auth, .* Did you mean 'auth'\?$/,
  );
});

test('[SRC-05] [SRC-13] a setting of a database, a file, an address or another platform that is none is refused by its name', () => {
  const { csv: _, ...rest } = SOURCE;
  const mysql = { host: 'h', uid: 'u', database: 'd', pwd: 'p', port: 1, table: 't', tls: 'off', cursor: 'id' };
  const cases = [
    [
      { provider: 'mysql', format: 'database', db: mysql },
      'db',
      { username: 'uid', password: 'pwd', Hosts: 'host', x: '' },
    ],
    [{ provider: 'sqlserver', format: 'database', db: mysql }, 'db', { tabel: 'table', file: '' }],
    [{ provider: 'sqlite', format: 'database', db: { file: '/a.db', table: 't' } }, 'db', { curser: 'cursor' }],
    [{ provider: 'local_file', format: 'csv', csv: { file: 'a.csv' } }, 'csv', { headerRow: 'header_row', path: '' }],
    [{ provider: 'local_file', format: 'json', file_json: { file: 'a.json' } }, 'file_json', { paht: 'path' }],
    [{ provider: 'local_file', format: 'spatial', spatial: { file: 'a' } }, 'spatial', { flie: 'file' }],
    [{ provider: 'url', format: 'csv', ds: { url: 'http://a/b' } }, 'ds', { delimeter: 'delimiter', constructor: '' }],
    [
      { provider: 'platform', format: 'platform', ds: { url: 'http://a', token: 't', template: 'x' } },
      'ds',
      { serach: 'search' },
    ],
  ] as const;
  for (const [source, block, strays] of cases) {
    assert.deepEqual(sourceFaults({ ...rest, ...source }), {});
    const settings: object = Object(source)[block];
    for (const [name, near] of Object.entries(strays)) {
      const fault =
        sourceFaults({ ...rest, ...source, [block]: { ...settings, [name]: 'x' } })[`${block}.${name}`] ?? '';
      assert.match(
        fault,
        new RegExp(`^'${name}' is no setting of .*; there are .*\\.${near && ` Did you mean '${near}'\\?`}$`),
      );
    }
  }
});

test('[SRC-03] [SRC-12] a format or provider that is none is told which there are, as they are sent', () => {
  const { format, provider } = sourceFaults({ ...SOURCE, format: 'CSV/XLSX', provider: 'MySQL' });
  assert.match(
    format ?? '',
    /^'CSV\/XLSX' is no source format\. Choose datasarana \(Datasarana JSON\), .*csv \(CSV\/XLSX\)/,
  );
  assert.match(provider ?? '', /^'MySQL' is no provider\. Choose local_file .*mysql \(MySQL-compatible database\)/);
  assert.doesNotMatch(provider ?? '', /postgresql|backup_file/);
});

test('[SRC-12] [SRC-13] an SQLite source names its file by a whole path', () => {
  const { csv: _, ...rest } = SOURCE;
  const faultsOf = (file: string) =>
    sourceFaults({ ...rest, format: 'database', provider: 'sqlite', db: { file, table: 't' } });
  assert.deepEqual(faultsOf('/data/in/shop.db'), {});
  assert.deepEqual(faultsOf('C:\\in\\shop.db'), {});
  assert.match(faultsOf('shop.db')['db.file'] ?? '', /full path/);
  assert.match(faultsOf(' ')['db.file'] ?? '', /must not be empty/);
});

test('[SRC-06] [SRC-07] columns are checked one by one', () => {
  const [column] = SOURCE.columns;
  const faultOf = (change: object) => sourceFaults({ ...SOURCE, columns: [{ ...column, ...change }] })['columns.0'];
  assert.match(faultOf({ sample: Array(11).fill('x') }) ?? '', /more than 10/);
  assert.match(faultOf({ value_type: 99 }) ?? '', /does not exist/);
  assert.match(faultOf({ transform: [{ kind: 'shout' }] }) ?? '', /'shout' is no transform/);
  assert.match(faultOf({ format: 'x' }) ?? '', /date formats/);
  const twice = sourceFaults({ ...SOURCE, columns: [column, column] });
  assert.match(twice['columns.1'] ?? '', /Two columns fill the field 'code'/);
});

test('[SRC-37] a platform source names address, token and template; only a local file is kept as it is', () => {
  const { csv: _, ...rest } = SOURCE;
  const source = { ...rest, format: 'platform', provider: 'platform' };
  const ds = { url: 'https://data.example.org', token: 'dst_a_b', template: 't1' };
  assert.deepEqual(sourceFaults({ ...source, ds }), {});
  assert.deepEqual(Object.keys(sourceFaults({ ...source, ds: { url: 'ftp://x' } })), [
    'ds.url',
    'ds.token',
    'ds.template',
  ]);
  assert.match(sourceFaults({ ...source, ds: { ...ds, search: 1 } })['ds.search'] ?? '', /text/);
  assert.match(sourceFaults({ ...source, format: 'json', ds }).format ?? '', /go together/);
  assert.match(sourceFaults({ ...source, provider: 'url', ds }).format ?? '', /go together/);
  const kept = { ...rest, format: 'generic', ds: {} };
  assert.deepEqual(sourceFaults({ ...kept, provider: 'local_file' }), {});
  assert.match(sourceFaults({ ...kept, provider: 'url' }).format ?? '', /data\/generic/);
});

test('[SRC-03] [SRC-05] the file of an archive is named by a text, what stands beside the rows is wanted or not', () => {
  const { csv: _, ...rest } = SOURCE;
  const good = { entry: 'a.csv', beside: true };
  const bad = { entry: '', beside: 'yes' };
  const ofJson = (more: object) => ({ ...rest, format: 'json', file_json: { file: 'a.zip', ...more } });
  const ofUrl = (more: object) => ({ ...rest, provider: 'url', ds: { url: 'http://a/b.zip', ...more } });
  assert.deepEqual([sourceFaults(ofJson(good)), sourceFaults(ofUrl(good))], [{}, {}]);
  assert.deepEqual(Object.keys(sourceFaults(ofJson(bad))).toSorted(), ['file_json.beside', 'file_json.entry']);
  assert.deepEqual(Object.keys(sourceFaults(ofUrl(bad))).toSorted(), ['ds.beside', 'ds.entry']);
});
