import { Aggregations } from './aggregations.ts';
import type { Call } from './calls.ts';
import { DATES, type FuzzMapping, isOrdered, UID } from './fields.ts';
import { Highlights } from './highlights.ts';
import { Queries } from './queries.ts';
import type { Random } from './random.ts';
import { suggested } from './suggestions.ts';
import { randomOperand } from './values.ts';

type Body = Readonly<Record<string, unknown>>;

/** Sums of the others do not fit their type there. */
const COUNTED: ReadonlySet<string> = new Set(['short', 'byte', 'double']);

/** What a number may stand in for. */
const NUMBERED: ReadonlySet<string> = new Set(['short', 'byte', 'integer', 'boolean']);

/** Makes random search bodies over the fields of a mapping. */
export class Searches {
  readonly #random: Random;
  readonly #mapping: FuzzMapping;
  readonly queries: Queries;
  readonly #aggregations: Aggregations;
  readonly #highlights: Highlights;

  constructor(random: Random, mapping: FuzzMapping) {
    this.#random = random;
    this.#mapping = mapping;
    this.queries = new Queries(random, mapping);
    this.#aggregations = new Aggregations(random, this.queries);
    this.#highlights = new Highlights(random, this.queries);
  }

  /** Calls with nothing but one search. */
  calls(): readonly Call[] {
    return [{ method: 'POST', path: '/_search?request_cache=false', body: this.search() }];
  }

  /** A search with a query, aggregations or both; hits in the order of `uid`, with their scores. */
  search(): Body {
    const random = this.#random;
    return {
      size: random.pick([0, 5, 50]),
      track_total_hits: true,
      track_scores: true,
      sort: [...this.sorts(), { [UID]: 'asc' }],
      ...random.maybe(0.8, () => ({ query: this.queries.query() })),
      ...random.maybe(0.6, () => ({ aggs: this.#aggregations.aggs() })),
      ...random.maybe(0.3, () => this.#around()),
    };
  }

  /** What narrows or adorns the hits. */
  #around(): Body {
    const random = this.#random;
    return random.pick<() => Body>([
      () => ({ post_filter: this.queries.query(2) }),
      () => ({ min_score: random.pick([0.2, 0.7, 1.1]) }),
      () => ({ track_total_hits: random.pick<unknown>([false, 3, 0]) }),
      () => ({ from: random.int(1, 8) }),
      () => ({ version: true, seq_no_primary_term: true }),
      () => ({ explain: true }),
      () => ({ search_after: [this.#random.int(0, 60)], sort: [UID] }),
      () => ({ include_named_queries_score: true }),
      () => this.#source(),
      () => this.#source(),
      () => this.#fetched(),
      () => this.#fetched(),
      () => this.#highlights.highlighted(),
      () => this.#collapsed(),
      () => this.#rescored(),
      () => suggested(random, this.queries),
      () => suggested(random, this.queries),
    ])();
  }

  /** Orders before the last one. */
  sorts(): readonly Body[] {
    const random = this.#random;
    const fields = this.queries.fields(null).filter(isOrdered);
    const points = this.queries.fields(null).filter(({ type }) => type === 'geo_point');
    if (points.length > 0 && random.chance(0.1)) {
      const at = { [random.pick(points).path]: { lat: 10, lon: 20 } };
      const mode = random.maybe(0.4, () => ({ mode: random.pick(['min', 'max', 'avg', 'median']) }));
      return [
        { _geo_distance: { ...at, order: random.pick(['asc', 'desc']), unit: random.pick(['km', 'mi']), ...mode } },
      ];
    }
    if (random.chance(0.06)) return this.#nestedSorts();
    if (random.chance(0.06)) return [this.#otherSort()];
    if (fields.length === 0 || random.chance(0.5)) return [];
    return random.many(random.int(1, 2), () => {
      const { path, type } = random.pick(fields);
      const modes = ['min', 'max', ...(COUNTED.has(type) ? ['sum', 'avg', 'median'] : [])];
      return {
        [path]: {
          order: random.pick(['asc', 'desc']),
          missing: random.pick<unknown>(
            NUMBERED.has(type) ? ['_last', '_first', '_last', '_first', 1, '0'] : ['_last', '_first'],
          ),
          ...random.maybe(0.25, () => ({ mode: random.pick(modes) })),
        },
      };
    });
  }

  /** By a field that is not there, by dates as other numbers. */
  #otherSort(): Body {
    const random = this.#random;
    const order = random.pick(['asc', 'desc']);
    const dates = this.queries.fields(null).filter(({ type }) => DATES.has(type));
    const makers: (() => Body)[] = [
      () => ({ absent: { order, unmapped_type: random.pick(['long', 'keyword', 'date', 'ip', 'text', 'nonsense']) } }),
    ];
    if (dates.length > 0) {
      const { path } = random.pick(dates);
      makers.push(() => ({ [path]: { order, numeric_type: random.pick(['date', 'date_nanos', 'long', 'double']) } }));
    }
    return random.pick(makers)();
  }

  /** By values of nested objects, of some of them. */
  #nestedSorts(): readonly Body[] {
    const random = this.#random;
    const members = this.queries.fields('n').filter(isOrdered);
    if (members.length === 0) return [];
    const [{ path }, { path: asked, type }] = [random.pick(members), random.pick(members)];
    const filter = random.maybe(0.5, () => ({ filter: { term: { [asked]: randomOperand(random, type) } } }));
    const order = random.pick(['asc', 'desc']);
    return [{ [path]: { order, mode: random.pick(['min', 'max']), nested: { path: 'n', ...filter } } }];
  }

  #names(): readonly string[] {
    return [UID, 'n', 'n.m0', 'o*', 'f*', '*.more', ...this.#mapping.fields.map(({ path }) => path)];
  }

  #source(): Body {
    const random = this.#random;
    const some = (): readonly string[] => random.many(random.int(1, 2), () => random.pick(this.#names()));
    return {
      _source: random.pick<() => unknown>([
        () => false,
        some,
        () => ({ includes: some(), excludes: some() }),
        () => ({ excludes: some() }),
      ])(),
    };
  }

  #fetched(): Body {
    const random = this.#random;
    const grouped = this.queries.fields(null).filter((field) => isOrdered(field) || field.type === 'geo_point');
    const columns = grouped.map(({ path, type }) =>
      DATES.has(type) && random.chance(0.4) ? { field: path, format: 'yyyy-MM-dd HH:mm' } : path,
    );
    if (random.chance(0.15)) {
      const stored = random.pick<unknown>(['_none_', ['*'], [UID], ['f0', 'absent']]);
      return { stored_fields: stored, ...random.maybe(0.3, () => ({ _source: stored !== '_none_' })) };
    }
    if (columns.length > 0 && random.chance(0.5)) {
      return { _source: false, docvalue_fields: columns.filter(() => random.chance(0.4)) };
    }
    const dates = this.queries.fields(null).filter(({ type }) => DATES.has(type));
    const dated = dates.map(({ path }) => ({
      field: path,
      format: random.pick(['yyyy/MM', 'epoch_millis', 'E d MMM']),
    }));
    const names = random.many(random.int(1, 3), () => random.pick(this.#names()));
    return { _source: false, fields: [...names, ...dated.filter(() => random.chance(0.3))] };
  }

  #rescored(): Body {
    const random = this.#random;
    const one = (): Body => ({
      window_size: random.pick([1, 5, 200]),
      query: {
        rescore_query: this.queries.query(2),
        ...random.maybe(0.5, () => ({ query_weight: random.pick([0, 0.5, 2]) })),
        ...random.maybe(0.5, () => ({ rescore_query_weight: random.pick([0.5, 3]) })),
        ...random.maybe(0.5, () => ({ score_mode: random.pick(['total', 'multiply', 'avg', 'max', 'min']) })),
      },
    });
    return { sort: ['_score'], rescore: random.chance(0.7) ? one() : [one(), one()] };
  }

  #collapsed(): Body {
    const random = this.#random;
    const fields = this.queries
      .fields(null)
      .filter(({ type }) => type === 'keyword' || type === 'long' || type === 'integer');
    const single = fields.filter(({ path }) => path !== UID);
    if (single.length === 0) return {};
    const inner = { name: 'others', size: 2, sort: [{ [UID]: 'desc' }], _source: [UID] };
    const several = [inner, { name: 'first', from: 1, size: 1, sort: [{ [UID]: 'asc' }], version: true }];
    const shown = random.chance(0.7) ? inner : several;
    return { collapse: { field: random.pick(single).path, ...random.maybe(0.4, () => ({ inner_hits: shown })) } };
  }

  /** An aggregation that is asked page by page. */
  get pages(): Body | undefined {
    return this.#aggregations.pages();
  }

  get mapping(): Body {
    return this.#mapping.body;
  }

  /** A value for a document's field, as a search would have it. */
  operand(): unknown {
    return randomOperand(this.#random, this.#random.pick(this.#mapping.fields).type);
  }
}
