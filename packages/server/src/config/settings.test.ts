import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readSettings, SettingsRefused, unknownSettings } from './settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'datasarana-settings-'));
after(() => rmSync(folder, { recursive: true }));

const faultsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readSettings(environment);
  } catch (error) {
    assert.ok(error instanceof SettingsRefused);
    return error.faults;
  }
  return [];
};

test('[APP-18] with nothing said the platform listens on 127.0.0.1:8080 and keeps ./data', () => {
  const { port, host, data } = readSettings({});
  assert.deepEqual({ port, host, data }, { port: 8080, host: '127.0.0.1', data: path.resolve('data') });
});

test('[APP-11] every wrong setting is named in one refusal', () => {
  const faults = faultsOf({
    DATASARANA_PORT: '99999',
    DATASARANA_LOG: 'loud',
    DATASARANA_MAPS_URL: 'maps',
    DATASARANA_ADMIN_LOGIN: 'ada',
  }).join('\n');
  for (const name of ['PORT', 'LOG', 'MAPS_URL', 'ADMIN_PASSWORD'])
    assert.match(faults, new RegExp(`DATASARANA_${name}`), name);
});

test('[APP-18] a file holds the same names, and the environment wins', () => {
  const file = path.join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ DATASARANA_PORT: 9000, DATASARANA_HOST: '0.0.0.0' }));
  const { port, host } = readSettings({ DATASARANA_SETTINGS: file, DATASARANA_PORT: '9001' });
  assert.deepEqual({ port, host }, { port: 9001, host: '0.0.0.0' });
});

test('[APP-18] an unknown name is refused in the file and listed from the environment', () => {
  const file = path.join(folder, 'unknown.json');
  writeFileSync(file, JSON.stringify({ DATASARANA_COLOUR: 'red' }));
  assert.match(faultsOf({ DATASARANA_SETTINGS: file }).join(), /DATASARANA_COLOUR is not a setting/);
  assert.deepEqual(unknownSettings({ DATASARANA_PROT: '1', DATASARANA_PORT: '1', HOME: '/' }), ['DATASARANA_PROT']);
});

test('[APP-18] the memory of the search engine is a number of megabytes', () => {
  assert.equal(readSettings({ DATASARANA_SEARCH_MEMORY: '2048' }).searchMemoryMb, 2048);
  assert.equal(readSettings({}).searchMemoryMb, undefined);
  for (const DATASARANA_SEARCH_MEMORY of ['2 GB', '100', '-1', '1e4', '256.5'])
    assert.match(
      faultsOf({ DATASARANA_SEARCH_MEMORY }).join(),
      /DATASARANA_SEARCH_MEMORY is .* megabytes, 256 at least/,
    );
});

test('[APP-18] a settings file says what the environment could: other names, shapes and values are refused', () => {
  const file = path.join(folder, 'odd.json');
  const faultsIn = (content: unknown): string => {
    writeFileSync(file, JSON.stringify(content));
    return faultsOf({ DATASARANA_SETTINGS: file }).join('\n');
  };
  assert.match(faultsIn({ port: 9000 }), /port is not a setting of the platform: write DATASARANA_PORT/);
  assert.match(faultsIn({ note: 'x' }), /note is not a setting of the platform$/);
  for (const content of [[{ DATASARANA_PORT: 9000 }], 'DATASARANA_PORT', null])
    assert.match(faultsIn(content), /must hold a JSON object/);
  for (const value of [null, { a: 1 }, [1]])
    assert.match(
      faultsIn({ DATASARANA_MAPS_URL: value }),
      /DATASARANA_MAPS_URL in .*odd\.json is .*, it must be a text/,
    );
  assert.match(faultsOf({ DATASARANA_SETTINGS: folder }).join(), /names .*, which cannot be read: EISDIR/);
  const origins = ['https://a.example', 'https://b.example:8443'];
  writeFileSync(file, JSON.stringify({ DATASARANA_ORIGINS: origins, DATASARANA_HOST: '' }));
  const read = readSettings({ DATASARANA_SETTINGS: file });
  assert.deepEqual([read.origins, read.host], [origins, '127.0.0.1'], 'nothing said is no address');
});

test('[SEC-09] an origin that no browser would ever send is refused, with how it is sent', () => {
  const wrong: readonly (readonly [origin: string, sent: string])[] = [
    ['https://maps.example/', 'https://maps.example'],
    ['https://maps.example/page', 'https://maps.example'],
    ['https://Maps.example', 'https://maps.example'],
    ['https://maps.example:443', 'https://maps.example'],
    ['maps.example', 'https://maps.example'],
    ['*', 'https://maps.example'],
  ];
  for (const [DATASARANA_ORIGINS, sent] of wrong)
    assert.match(
      faultsOf({ DATASARANA_ORIGINS }).join(),
      new RegExp(`^DATASARANA_ORIGINS names .*: write it as a browser sends it, as "${sent}"$`),
      DATASARANA_ORIGINS,
    );
});

test('[APP-18] a settings file that is missing or broken is named', () => {
  const broken = path.join(folder, 'broken.json');
  writeFileSync(broken, '{');
  assert.match(faultsOf({ DATASARANA_SETTINGS: path.join(folder, 'none.json') }).join(), /none\.json.*does not exist/);
  assert.match(faultsOf({ DATASARANA_SETTINGS: broken }).join(), /broken\.json is not valid JSON/);
});

test('[AUT-13] [AUT-17] the first administrator keeps the password rules; the refusal names the one broken', () => {
  const broken: readonly (readonly [password: string, rule: RegExp])[] = [
    ['short', /DATASARANA_ADMIN_PASSWORD is refused: The password has 5 characters, it needs at least 12/],
    ['x'.repeat(129), /at most 128/],
    ['Administrator-Ada', /must not be the login id/],
    ['password1234', /common ones/],
  ];
  for (const [DATASARANA_ADMIN_PASSWORD, rule] of broken) {
    const faults = faultsOf({ DATASARANA_ADMIN_LOGIN: 'administrator-ada', DATASARANA_ADMIN_PASSWORD }).join('\n');
    assert.match(faults, rule);
  }
  assert.deepEqual(faultsOf({ DATASARANA_ADMIN_LOGIN: 'ada', DATASARANA_ADMIN_PASSWORD: 'orchard-lantern-42' }), []);
});

test('[APP-18] a folder of the web application that is named holds one', () => {
  assert.match(faultsOf({ DATASARANA_WEB_ROOT: '/no/such' }).join(), /WEB_ROOT is "\/no\/such", .* no index\.html/);
  writeFileSync(path.join(folder, 'index.html'), '');
  assert.equal(readSettings({ DATASARANA_WEB_ROOT: folder }).webRoot, folder);
});

test('[SEC-06] proxies are trusted by address only; each wrong one is named', () => {
  const DATASARANA_TRUST_PROXY = '10.0.0.2, 192.168.0.0/16,::1,fd00::/8,loopback';
  assert.deepEqual(readSettings({ DATASARANA_TRUST_PROXY }).trustProxy, [
    '10.0.0.2',
    '192.168.0.0/16',
    '::1',
    'fd00::/8',
    'loopback',
  ]);
  assert.equal(readSettings({}).trustProxy, undefined);
  for (const wrong of ['true', '1', 'proxy.example', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '*'])
    assert.match(faultsOf({ DATASARANA_TRUST_PROXY: wrong }).join(), /DATASARANA_TRUST_PROXY names/, wrong);
});

test('[SEC-02] tenants have host names of their own, each written as a browser sends it', () => {
  const { tenantHosts } = readSettings({ DATASARANA_TENANT_HOSTS: 'Maps.example = t-1, second.localhost=01HX' });
  assert.deepEqual(
    [...(tenantHosts ?? [])],
    [
      ['maps.example', 't-1'],
      ['second.localhost', '01HX'],
    ],
  );
  assert.equal(readSettings({}).tenantHosts, undefined);
  for (const DATASARANA_TENANT_HOSTS of [
    'maps.example',
    'https://maps.example=t',
    'maps.example:80=t',
    'a/b=t',
    '=t',
    'a=',
  ])
    assert.match(
      faultsOf({ DATASARANA_TENANT_HOSTS }).join(),
      /DATASARANA_TENANT_HOSTS names .* without scheme and port/,
    );
});
