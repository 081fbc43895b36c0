import { invalidIndexName } from './refusal.ts';

const LONGEST = 255;

/** Refuses what cannot be the name of an index, in OpenSearch's words. */
export function checkIndexName(name: string): void {
  const bad = /[\s\\/*?"<>|,#]/.exec(name);
  if (bad) {
    if (bad[0] === '#') throw invalidIndexName(name, "must not contain '#'");
    throw invalidIndexName(name, 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]');
  }
  if (name.includes(':')) throw invalidIndexName(name, "must not contain ':'");
  if (name === '.' || name === '..') throw invalidIndexName(name, "must not be '.' or '..'");
  if (/^[_\-+]/.test(name)) throw invalidIndexName(name, "must not start with '_', '-', or '+'");
  if (Buffer.byteLength(name) > LONGEST) {
    throw invalidIndexName(name, `index name is too long, (${Buffer.byteLength(name)} > ${LONGEST})`);
  }
  if (name !== name.toLowerCase()) throw invalidIndexName(name, 'must be lowercase');
}
