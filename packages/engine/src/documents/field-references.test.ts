import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { refuseWrongReferences } from './field-references.ts';
import { readMapping } from './read-mapping.ts';

const check = (properties: object, settings = {}): void => refuseWrongReferences(readMapping({ properties }), settings);
const refused = (properties: object, reason: RegExp): void =>
  assert.throws(
    () => check(properties),
    (error) => error instanceof PlatformError && reason.test(error.message),
  );

const key = { type: 'keyword' };
const copied = (target: string) => ({ ...key, copy_to: target });

test('[IDX-09] a field is copied to a field of its own document or nested object, or of those around', () => {
  check({ a: copied('new.one'), n: { type: 'nested', properties: { p: copied('n.q'), r: copied('a'), q: key } } });
  refused({ a: { ...key, fields: { raw: copied('b') } } }, /may not be used to copy from a multi-field: \[a\.raw\]/);
  refused({ a: copied('b.raw'), b: { ...key, fields: { raw: key } } }, /copy to a multi-field: \[b\.raw\]/);
  refused({ a: copied('b.raw'), b: key }, /copy to a multi-field: \[b\.raw\]/);
  refused({ a: copied('o'), o: { properties: {} } }, /Cannot copy to field \[o\] since it is mapped as an object/);
  refused({ a: copied('n.q'), n: { type: 'nested', properties: { q: key } } }, /from nested object \[null\] to \[n\]/);
});

test('[IDX-09] an alias lies in the nested object of its field', () => {
  const nested = (more: object) => ({ type: 'nested', properties: { q: key, ...more } });
  check({ n: nested({ r: { type: 'alias', path: 'n.q' } }) });
  refused({ a: { type: 'alias', path: 'n.q' }, n: nested({}) }, /The alias is not nested, but .* scope is \[n\]\./);
  refused({ a: key, n: nested({ r: { type: 'alias', path: 'a' } }) }, /scope is \[n\], but the target is not nested\./);
});

test('[IDX-09] a similarity is a usual one or one of the index', () => {
  const scored = (similarity: string) => ({ o: { properties: { a: { type: 'text', similarity } } } });
  for (const usual of ['BM25', 'boolean']) check(scored(usual));
  check(scored('own'), { 'index.similarity.own.type': 'BM25' });
  refused(scored('own'), /Unknown Similarity type \[own\] for field \[a\]/);
  refused({ a: { ...key, fields: { raw: { type: 'text', similarity: 'own' } } } }, /for field \[raw\]/);
});
