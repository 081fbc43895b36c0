import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Aggregate, createAggregate } from './aggregate.ts';
import { createLeaf, type Leaf } from './leaf.ts';
import { createQuery, type QueryObject, queryDsl, readQueryObject } from './query-object.ts';

const guide = readFileSync(new URL('../../../../docs/guides/query-objects.md', import.meta.url), 'utf8');
const EXAMPLE = /```json object(?: nested=(\S+))?\n([\s\S]*?)```\s+```json text\n([\s\S]*?)```/g;

type Short<T> = Partial<T>;
interface Written {
  readonly matches?: readonly Short<Leaf>[];
  readonly filters?: readonly Short<Leaf>[];
  readonly aggregates?: readonly ShortAggregate[];
  readonly sort?: QueryObject['sort'];
}
type ShortAggregate = Pick<Aggregate, 'name' | 'function'> &
  Omit<Short<Aggregate>, 'filters' | 'aggregates'> & {
    readonly filters?: readonly Short<Leaf>[];
    readonly aggregates?: readonly ShortAggregate[];
  };

const aggregateOf = ({ name, function: own, filters = [], aggregates = [], ...rest }: ShortAggregate): Aggregate =>
  createAggregate(name, own, { ...rest, filters: filters.map(createLeaf), aggregates: aggregates.map(aggregateOf) });

const queryOf = ({ matches = [], filters = [], aggregates = [], sort = [] }: Written): QueryObject =>
  createQuery({
    matches: matches.map(createLeaf),
    filters: filters.map(createLeaf),
    aggregates: aggregates.map(aggregateOf),
    sort,
  });

test('[QRY-22] the examples of the guide give the text beside them, which reads back', () => {
  const examples = [...guide.matchAll(EXAMPLE)];
  assert.equal(examples.length, 3);
  for (const [, nested, object = '', text = ''] of examples) {
    const query = queryOf(JSON.parse(object));
    const fields = { nested: nested === undefined ? [] : [nested], shapes: [] };
    assert.deepEqual(JSON.parse(JSON.stringify(queryDsl(query, fields))), JSON.parse(text), object);
    const again = readQueryObject(JSON.parse(text));
    assert.deepEqual(queryDsl(again, fields), queryDsl(query, fields));
  }
});
