import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { filterPath } from './filter-path.ts';

/** Whether the path is what the steps say: `**` stands for any number of keys, and for one at least where nothing follows. */
function isSaid(steps: readonly string[], path: readonly string[]): boolean {
  const [step, ...others] = steps;
  if (step === undefined) return path.length === 0;
  if (step === '**' && others.length === 0) return path.length > 0;
  if (step === '**') return [...path.keys(), path.length].some((from) => isSaid(others, path.slice(from)));
  const [key, ...rest] = path;
  return key !== undefined && (step === '*' || step === key) && isSaid(others, rest);
}

interface Tree {
  readonly [key: string]: Tree | number;
}

function defined(tree: Tree, patterns: readonly string[], above: readonly string[] = []): Tree {
  const kept = Object.entries(tree).flatMap(([key, inner]): readonly (readonly [string, Tree | number])[] => {
    const path = [...above, key];
    if (patterns.some((pattern) => isSaid(pattern.split('.'), path))) return [[key, inner]];
    const part = typeof inner === 'number' ? {} : defined(inner, patterns, path);
    return Object.keys(part).length === 0 ? [] : [[key, part]];
  });
  return Object.fromEntries(kept);
}

const key = fc.constantFrom('a', 'b', 'c');
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.dictionary(key, fc.oneof({ depthSize: 'small' }, fc.nat(9), tie('tree')), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
}));
const pattern = fc
  .array(fc.oneof(key, fc.constantFrom('*', '**')), { minLength: 1, maxLength: 5 })
  .map((steps) => steps.join('.'));

test('[API-31] filter_path keeps what its patterns say, whatever stands for any depth in them', () => {
  fc.assert(
    fc.property(tree, fc.array(pattern, { minLength: 1, maxLength: 3 }), (body, patterns) => {
      assert.deepEqual(filterPath(body, patterns), defined(body, patterns));
    }),
    { numRuns: 300 },
  );
});

test('[API-31] [SEC-10] any depth said again and again costs no more than said once', () => {
  const leaf: Tree = { x: 1 };
  const deep = Array.from({ length: 60 }).reduce<Tree>((inner) => ({ a: inner, b: 2 }), leaf);
  const found = filterPath(deep, [`${'**.'.repeat(100)}x`]);
  assert.deepEqual(found, filterPath(deep, ['**.x']));
  assert.deepEqual(filterPath(deep, [`${'**.a.'.repeat(30)}**.x`]), found);
});
