import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../', import.meta.url));
const esm = (name: string): string => path.dirname(fileURLToPath(import.meta.resolve(`@mantine/${name}`)));
const core = path.join(esm('core'), '../esm');

/** Names a text imports from Mantine's parts. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
  );

/** The style modules behind a file of Mantine. */
function stylesBehind(file: string, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return;
  seen.add(file);
  for (const [, next = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
    stylesBehind(path.resolve(path.dirname(file), next), seen);
}

test('[APP-03] each part of Mantine that is drawn has its style, and no style is loaded that nothing draws', () => {
  const text = readFileSync(path.join(core, 'index.mjs'), 'utf8');
  const homes = new Map(
    [...text.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim().replace(/.* as /, ''), path.join(core, from)] as const),
    ),
  );
  const own = globSync(`${src}**/*.{ts,tsx}`).filter((file) => !file.endsWith('.test.ts'));
  const built = ['dates', 'notifications'].flatMap((name) => globSync(`${path.join(esm(name), '../esm')}/**/*.mjs`));
  const drawn = [...own, ...built].flatMap((file) => namesIn(readFileSync(file, 'utf8')));
  const seen = new Set<string>();
  for (const name of drawn) stylesBehind(homes.get(name) ?? '', seen);
  const needed = [...seen].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []);
  const sheets = ['login', 'all'].map((name) => readFileSync(`${src}theme/mantine-${name}.ts`, 'utf8')).join('');
  const loaded = [...sheets.matchAll(/core\/styles\/([A-Z]\w*)\.layer\.css/g)].map(([, name = '']) => name);
  assert.ok(needed.length > 30);
  assert.deepEqual(loaded.sort(), needed.sort());
});
