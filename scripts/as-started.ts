import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const words = scripts.start.split(' ');
const given = words.slice(words.lastIndexOf('node') + 1);

/** What `npm start` gives Node, the file to run as the last: the demo and the benchmarks start the platform as its users do. */
export const AS_STARTED: readonly string[] = given.map((word) =>
  word.startsWith('--') ? word : path.join(root, word),
);
