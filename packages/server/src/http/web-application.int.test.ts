import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPlatform } from '@datasarana/testkit';

/** What a build leaves behind: a document that names one file. */
async function build(root: string, name: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(root, 'assets', name), `export const name = '${name}';`);
  await writeFile(
    path.join(root, 'index.html'),
    `<!doctype html><html lang="en"><script src="/assets/${name}"></script>`,
  );
}

async function serve(t: TestContext) {
  const root = path.join(await mkdtemp(path.join(tmpdir(), 'datasarana-web-')), 'dist');
  await build(root, 'first-1a2b.js');
  const at = await startPlatform({ webRoot: root });
  t.after(async () => {
    await at.stop();
    await rm(path.dirname(root), { recursive: true, force: true });
  });
  const get = async (url: string, sent: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(at.url + url, { headers: { 'accept-encoding': 'identity', ...sent } });
    return { statusCode: response.status, body: await response.text(), etag: response.headers.get('etag') ?? '' };
  };
  return { root, get };
}

test('[RTE-06] a build beside a running platform is served whole: its document and the files this names', async (t) => {
  const { root, get } = await serve(t);
  assert.match((await get('/login')).body, /first-1a2b/);
  const gzip = { 'accept-encoding': 'gzip' };
  for (const headers of [{}, gzip]) assert.equal((await get('/assets/first-1a2b.js', headers)).statusCode, 200);
  await build(root, 'second-3c4d.js');
  assert.match((await get('/login')).body, /second-3c4d/);
  for (const headers of [gzip, {}]) assert.equal((await get('/assets/second-3c4d.js', headers)).statusCode, 200);
  // a page of the build before hears that its code is gone, and loads itself anew
  for (const headers of [gzip, {}]) assert.equal((await get('/assets/first-1a2b.js', headers)).statusCode, 404);
});

test('[RTE-06] a file that a build has just taken away is missing, no failure', async (t) => {
  const { root, get } = await serve(t);
  await rm(path.join(root, 'assets'), { recursive: true });
  for (const headers of [{}, { 'accept-encoding': 'gzip' }])
    assert.equal((await get('/assets/first-1a2b.js', headers)).statusCode, 404);
});

test('[RTE-06] while a build runs, a page says so and opens by itself', async (t) => {
  const { root, get } = await serve(t);
  await rm(root, { recursive: true });
  const waiting = await get('/toolkit/home');
  assert.equal(waiting.statusCode, 503);
  assert.match(waiting.body, /not built.*http-equiv="refresh"|http-equiv="refresh".*not built/s);
  await build(root, 'second-3c4d.js');
  assert.match((await get('/toolkit/home')).body, /second-3c4d/);
});

test('[RTE-06] the document is marked at addresses of the toolkit, and not sent again where it is the same', async (t) => {
  const { get } = await serve(t);
  const [plain, toolkit] = [await get('/login'), await get('/toolkit/home?q=1')];
  assert.match(toolkit.body, /^<!doctype html><html data-toolkit lang="en">/);
  assert.doesNotMatch(plain.body, /data-toolkit/);
  const tag = toolkit.etag;
  assert.equal((await get('/toolkit/dev', { 'if-none-match': tag })).statusCode, 304);
  assert.equal((await get('/login', { 'if-none-match': tag })).statusCode, 200);
});
