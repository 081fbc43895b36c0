import { addressed } from './addresses.ts';
import type { Call } from './calls.ts';
import { cutTexts } from './cut-texts.ts';
import { ANALYSIS, UID } from './fields.ts';
import { grownMapping } from './grown-mappings.ts';
import type { Random } from './random.ts';
import type { Searches } from './searches.ts';
import { ofSeveral } from './several-indexes.ts';

type Body = Readonly<Record<string, unknown>>;

/** Makes calls that go through a result page by page, or ask several things at once. */
export class Pages {
  readonly #random: Random;
  readonly #searches: Searches;

  constructor(random: Random, searches: Searches) {
    this.#random = random;
    this.#searches = searches;
  }

  calls(): readonly Call[] {
    return this.#random.pick([
      () => this.#scroll(),
      () => this.#searchAfter(),
      () => this.#composite(),
      () => this.#pit(),
      () => this.#msearch(),
      () => this.#count(),
      () => this.#fieldCaps(),
      () => this.#alias(),
      () => this.#copy(),
      () => addressed(this.#random, this.#searches),
      () => ofSeveral(this.#random, this.#searches),
      () => grownMapping(this.#random),
      () => cutTexts(this.#random, this.#searches),
    ])();
  }

  #page(): Body {
    const sort = [...this.#searches.sorts(), { [UID]: this.#random.pick(['asc', 'desc']) }];
    return { size: this.#random.int(1, 20), query: this.#searches.queries.query(1), sort, track_total_hits: true };
  }

  #scroll(): readonly Call[] {
    const next: Call = { method: 'POST', path: '~/_search/scroll', body: { scroll_id: '$scroll', scroll: '1m' } };
    return [
      { method: 'POST', path: '/_search?scroll=1m', body: this.#page() },
      next,
      next,
      { method: 'DELETE', path: '~/_search/scroll', body: { scroll_id: '$scroll' } },
      next,
    ];
  }

  #searchAfter(): readonly Call[] {
    const page = this.#page();
    const next: Call = { method: 'POST', path: '/_search', body: { ...page, search_after: '$after' } };
    return [{ method: 'POST', path: '/_search', body: page }, next, next];
  }

  #composite(): readonly Call[] {
    const { pages } = this.#searches;
    if (pages === undefined) return this.#count();
    const query = this.#random.maybe(0.5, () => ({ query: this.#searches.queries.query(2) }));
    const asked = (own: Body): Call => ({
      method: 'POST',
      path: '/_search',
      body: { size: 0, ...query, aggs: { pages: own } },
    });
    const next = asked({ composite: { ...Object(pages.composite), after: '$afterKey' } });
    return [asked(pages), next, next];
  }

  #pit(): readonly Call[] {
    const page = { ...this.#page(), pit: { id: '$pit', keep_alive: '1m' } };
    return [
      { method: 'POST', path: '/_search/point_in_time?keep_alive=1m' },
      { method: 'POST', path: '~/_search', body: page },
      { method: 'POST', path: '~/_search', body: { ...page, search_after: '$after' } },
      { method: 'DELETE', path: '~/_search/point_in_time', body: { pit_id: ['$pit'] } },
    ];
  }

  #msearch(): readonly Call[] {
    const random = this.#random;
    const lines = random.many(random.int(1, 4), () => [
      random.pick<Body>([{}, {}, { index: 'absent-index' }, { index: 'absent-index', ignore_unavailable: true }]),
      random.chance(0.2) ? { query: { no_such_clause: {} } } : this.#searches.search(),
    ]);
    return [{ method: 'POST', path: '/_msearch', lines: lines.flat() }];
  }

  #count(): readonly Call[] {
    const body = { query: this.#searches.queries.query() };
    return [
      { method: 'POST', path: '/_count', body },
      { method: 'POST', path: '/_validate/query', body },
    ];
  }

  /** What is asked through an alias with a filter. */
  #alias(): readonly Call[] {
    const filter = this.#searches.queries.query(2);
    const actions = [{ add: { index: '$index', alias: '$alias', filter } }];
    const page = { ...this.#page(), pit: { id: '$pit', keep_alive: '1m' } };
    const body = { query: this.#searches.queries.query(2) };
    return [
      { method: 'POST', path: '~/_aliases', body: { actions } },
      { method: 'POST', path: '~/$index-alias/_search', body: this.#searches.search() },
      { method: 'POST', path: '~/$index-alias/_count', body },
      { method: 'POST', path: '~/$index-alias/_search/point_in_time?keep_alive=1m' },
      { method: 'POST', path: '~/_search', body: page },
      { method: 'DELETE', path: '~/_search/point_in_time', body: { pit_id: ['$pit'] } },
    ];
  }

  /** Some documents in another index. */
  #copy(): readonly Call[] {
    const settings = { number_of_shards: 1, number_of_replicas: 0, analysis: ANALYSIS };
    const query = this.#searches.queries.query(2);
    return [
      { method: 'DELETE', path: '~/$index-copy?ignore_unavailable=true' },
      { method: 'PUT', path: '~/$index-copy', body: { settings, mappings: this.#searches.mapping } },
      {
        method: 'POST',
        path: '~/_reindex?refresh=true',
        body: { source: { index: '$index', query }, dest: { index: '$copy' } },
      },
      { method: 'GET', path: '~/$index-copy/_field_caps?fields=*' },
      {
        method: 'POST',
        path: '~/$index-copy/_search',
        body: { size: 200, sort: [{ [UID]: { order: 'asc', unmapped_type: 'long' } }] },
      },
      { method: 'DELETE', path: '~/$index-copy' },
    ];
  }

  #fieldCaps(): readonly Call[] {
    return [{ method: 'GET', path: `/_field_caps?fields=${this.#random.pick(['*', 'f*', 'n*', 'o*,uid', 'absent'])}` }];
  }
}
