import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** A clause about the places of words in a text. */
export const placedClause = (random: Random, path: string): Body =>
  random.chance(0.6) ? spanOf(random, path, 0) : { intervals: { [path]: intervalsOf(random, 0) } };

const wordOf = (random: Random): string => random.pick(['alpha', 'beta', 'gamma', 'delta', 'echo', 'the']);

function spanOf(random: Random, path: string, depth: number): Body {
  const span = (): Body =>
    depth < 1 && random.chance(0.2) ? spanOf(random, path, depth + 1) : { span_term: { [path]: wordOf(random) } };
  return random.pick<() => Body>([
    () => ({
      span_near: {
        clauses: random.many(random.int(1, 3), span),
        slop: random.int(0, 3),
        in_order: random.chance(0.5),
      },
    }),
    () => ({ span_or: { clauses: random.many(random.int(1, 3), span) } }),
    () => ({ span_not: { include: span(), exclude: span(), ...beside(random) } }),
    () => ({ span_first: { match: span(), end: random.int(1, 4) } }),
    () => ({ span_containing: { big: near(random, path), little: span() } }),
    () => ({ span_within: { big: near(random, path), little: span() } }),
    () => ({
      span_multi: {
        match: random.pick([
          { prefix: { [path]: random.pick(['al', 'fo', 'x']) } },
          { wildcard: { [path]: random.pick(['*a', 'f*t']) } },
          { fuzzy: { [path]: 'alfa' } },
        ]),
      },
    }),
  ])();
}

const near = (random: Random, path: string): Body => ({
  span_near: {
    clauses: random.many(2, () => ({ span_term: { [path]: wordOf(random) } })),
    slop: random.int(1, 4),
    in_order: random.chance(0.5),
  },
});

const beside = (random: Random): Body => random.pick([{ pre: 1 }, { post: 1 }, { dist: 1 }, { pre: 0, post: 2 }, {}]);

/** Rules of intervals, some within others. */
function intervalsOf(random: Random, depth: number): Body {
  const inner = (): Body => intervalsOf(random, depth + 1);
  const filter = random.maybe(depth === 0 ? 0.3 : 0, () => ({ filter: { [random.pick(FILTERS)]: inner() } }));
  const words = (most: number): string => random.many(random.int(1, most), () => wordOf(random)).join(' ');
  const makers: (() => Body)[] = [
    () => ({
      match: { query: words(3), max_gaps: random.pick([-1, 0, 2]), ordered: random.chance(0.5), ...filter },
    }),
    () => ({ prefix: { prefix: random.pick(['fo', 'al', 'x']) } }),
    () => ({ wildcard: { pattern: random.pick(['*a', 'f*t', '?eta']) } }),
    () => ({ fuzzy: { term: random.pick(['alfa', 'bata']) } }),
  ];
  if (depth < 2) {
    makers.push(
      () => ({ any_of: { intervals: random.many(random.int(1, 2), inner), ...filter } }),
      () => ({
        all_of: {
          intervals: random.many(random.int(1, 2), inner),
          max_gaps: random.pick([-1, 3]),
          ordered: random.chance(0.5),
          ...filter,
        },
      }),
    );
  }
  return random.pick(makers)();
}

const FILTERS = [
  'after',
  'before',
  'contained_by',
  'containing',
  'not_contained_by',
  'not_containing',
  'not_overlapping',
  'overlapping',
] as const;
