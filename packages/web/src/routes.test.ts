import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { modules } from './modules.ts';
import { rememberTarget, targetAfterSignIn } from './return-target.ts';
import { pathOf, screenNamed, screens } from './routes.ts';

const kept = new Map<string, string>();
globalThis.sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
} as Storage;
beforeEach(() => kept.clear());

const anyone = { mayOpen: () => true };

test('[RTE-08] the twelve modules answer at exactly their paths', () => {
  const paths = [
    'home',
    'cluster',
    'tenant',
    'infra',
    'observability',
    'dev',
    'analytic',
    'curation',
    'nlp',
    'public',
    'mobile',
    'docs',
  ];
  assert.deepEqual(
    modules.map(({ name }) => name),
    paths,
  );
  for (const name of paths)
    assert.ok(
      screens.some(({ path }) => path === `/toolkit/${name}`),
      name,
    );
});

test('[RTE-15] names and paths are unique and follow the pattern', () => {
  assert.equal(new Set(screens.map(({ name }) => name)).size, screens.length);
  assert.equal(new Set(screens.map(({ path }) => path)).size, screens.length);
  for (const { name } of screens)
    assert.match(name, /^(login|lapangan(\.taksiran)?|error\.location|docs(\.article)?|toolkit\.[a-z]+(\.[a-z]+)?)$/);
});

test('[RTE-10] [RTE-13] only the named paths are reachable without a session', () => {
  const open = screens.filter((screen) => screen.open).map(({ path }) => path);
  assert.deepEqual(open.toSorted(), ['/docs', '/docs/$', '/error/location', '/login', '/toolkit/public']);
});

test('[RTE-06] paths are filled and encoded', () => {
  assert.equal(pathOf('toolkit.dev.template', { id: 'a/b' }), '/toolkit/dev/templates/a%2Fb');
  assert.equal(pathOf('docs.article', { _splat: 'start/here' }), '/docs/start/here');
  assert.equal(screenNamed('nothing'), undefined);
});

test('[RTE-16] after sign-in the named screen opens with the parameters this tab remembers', () => {
  rememberTarget('toolkit.dev.template', { id: 't1' }, { tab: 'fields', odd: 3 });
  assert.deepEqual(targetAfterSignIn({ redirect: 'toolkit.dev.template' }, anyone), {
    to: '/toolkit/dev/templates/t1',
    search: { tab: 'fields' },
    replace: true,
  });
});

test('[RTE-16] an unknown, foreign or forbidden redirect is ignored', () => {
  for (const redirect of [
    '//evil.test',
    'https://evil.test',
    '/toolkit/home',
    'toolkit.nothing',
    '__proto__',
    'constructor',
    'login',
    '',
  ])
    assert.equal(targetAfterSignIn({ redirect }, anyone).to, '/toolkit/tenant', redirect);
  assert.equal(
    targetAfterSignIn({ redirect: 'toolkit.dev' }, { mayOpen: (area) => area !== 'templates' }).to,
    '/toolkit/tenant',
  );
  assert.equal(targetAfterSignIn({ redirect: ['toolkit.home'] }, anyone).to, '/toolkit/tenant');
});

test('[RTE-16] who may not open the default module lands on the overview', () => {
  const member = { mayOpen: (area: unknown) => area !== 'tenant people' };
  assert.equal(targetAfterSignIn({}, member).to, '/toolkit/home');
});

test('[RTE-16] a screen whose parameters are unknown falls back to the default module', () => {
  assert.equal(targetAfterSignIn({ redirect: 'toolkit.dev.template' }, anyone).to, '/toolkit/tenant');
});
