/** What is asked of both engines, by name; flights with 12 fields. */
export const QUESTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  value_count: { aggs: { a: { value_count: { field: 'tail' } } } },
  cardinality_300: { aggs: { a: { cardinality: { field: 'origin' } } } },
  cardinality_1m: { aggs: { a: { cardinality: { field: 'tail', precision_threshold: 40000 } } } },
  sum: { aggs: { a: { sum: { field: 'distance' } } } },
  avg: { aggs: { a: { avg: { field: 'delay' } } } },
  min: { aggs: { a: { min: { field: 'ts' } } } },
  max: { aggs: { a: { max: { field: 'delay' } } } },
  geo_centroid: { aggs: { a: { geo_centroid: { field: 'dest_point' } } } },
  geo_bounds: { aggs: { a: { geo_bounds: { field: 'dest_point' } } } },
  date_histogram_day_avg: {
    aggs: {
      a: { date_histogram: { field: 'ts', calendar_interval: 'day' }, aggs: { b: { avg: { field: 'delay' } } } },
    },
  },
  date_range: { aggs: { a: { date_range: { field: 'ts', ranges: [{ to: '2001-02-01' }, { from: '2001-02-01' }] } } } },
  filters: {
    aggs: { a: { filters: { filters: { late: { term: { late: true } }, ca: { term: { origin_state: 'CA' } } } } } },
  },
  geo_distance: {
    aggs: {
      a: {
        geo_distance: {
          field: 'dest_point',
          origin: '40,-100',
          unit: 'km',
          ranges: [{ to: 500 }, { from: 500, to: 1500 }, { from: 1500 }],
        },
      },
    },
  },
  geohash_grid: { aggs: { a: { geohash_grid: { field: 'dest_point', precision: 3 } } } },
  histogram: { aggs: { a: { histogram: { field: 'distance', interval: 50 } } } },
  missing: { aggs: { a: { missing: { field: 'delay' } } } },
  top_hits: {
    aggs: {
      a: {
        terms: { field: 'origin_state', size: 5 },
        aggs: { b: { top_hits: { size: 1, sort: [{ delay: 'desc' }] } } },
      },
    },
  },
  terms_300: { aggs: { a: { terms: { field: 'origin', size: 300 } } } },
  terms_1m: { aggs: { a: { terms: { field: 'tail', size: 10 } } } },
  significant_terms: {
    query: { term: { origin: 'ATL' } },
    aggs: { a: { significant_terms: { field: 'destination' } } },
  },
  stats: { aggs: { a: { stats: { field: 'delay' } } } },
  extended_stats: { aggs: { a: { extended_stats: { field: 'delay' } } } },
  percentiles: { aggs: { a: { percentiles: { field: 'delay' } } } },
  weighted_avg: { aggs: { a: { weighted_avg: { value: { field: 'delay' }, weight: { field: 'distance' } } } } },
  percentile_ranks: { aggs: { a: { percentile_ranks: { field: 'delay', values: [0, 15, 60] } } } },
  median_absolute_deviation: { aggs: { a: { median_absolute_deviation: { field: 'delay' } } } },
  terms_terms_avg: {
    aggs: {
      a: {
        terms: { field: 'origin', size: 300 },
        aggs: { b: { terms: { field: 'late' }, aggs: { c: { avg: { field: 'distance' } } } } },
      },
    },
  },
  composite: {
    aggs: {
      a: {
        composite: {
          size: 100,
          sources: [{ o: { terms: { field: 'origin' } } }, { d: { terms: { field: 'destination' } } }],
        },
      },
    },
  },
  text_frequent_word: { size: 10, query: { match: { dest_text: 'international' } } },
  text_two_words_and: {
    size: 10,
    query: { match: { dest_text: { query: 'chicago international', operator: 'and' } } },
  },
  text_phrase: { size: 10, query: { match_phrase: { dest_text: 'airport in dallas' } } },
  term_range_sorted: {
    size: 10,
    query: { bool: { filter: [{ term: { origin: 'LAX' } }, { range: { delay: { gte: 30 } } }] } },
    sort: [{ distance: 'desc' }],
  },
  sort_date: { size: 10, sort: [{ ts: 'desc' }] },
  range_number: { size: 10, query: { range: { distance: { gte: 500, lt: 600 } } } },
  prefix_keyword: { size: 10, query: { prefix: { tail: 'N77' } } },
  wildcard_keyword: { size: 10, query: { wildcard: { tail: 'N*99*' } } },
};

/** As many as a question has runs: no word is asked for twice. */
const WORDS =
  'regional municipal county field los angeles houston phoenix denver metropolitan chicago dallas fort san worth atlanta louis city william detroit new minneapolis charlotte hartsfield francisco washington newark philadelphia pittsburgh orlando baltimore wayne seattle harbor york miami diego lambert lake salt jose tampa paul vegas logan bush'.split(
    ' ',
  );
const CITIES =
  'chicago atlanta houston phoenix denver detroit oakland portland boston tampa dallas louis angeles minneapolis vegas charlotte francisco newark philadelphia york pittsburgh orlando baltimore seattle arlington miami diego lake jose covington kansas nashville memphis cleveland lauderdale orleans chantilly austin honolulu columbus sacramento indianapolis antonio raleigh ontario albuquerque'.split(
    ' ',
  );
const AIRPORTS =
  'ATL ORD DFW PHX DEN DTW OAK PDX BOS TPA LAX STL MSP LAS IAH CLT SFO EWR PHL LGA PIT MCO BWI SEA DCA MIA SAN SLC SJC CVG MCI JFK HOU BNA MEM CLE FLL MSY IAD MDW DAL AUS SNA HNL CMH SMF'.split(
    ' ',
  );

const of = (texts: readonly string[], run: number): string => texts[run % texts.length] ?? '';

const dayOf = (run: number): string => new Date(Date.UTC(2001, 0, 10 + run)).toISOString().slice(0, 10);

/**
 * Searches that ask for something else each time, so that nothing kept of an earlier answer helps; by the number of the run. The
 * pages of `search_after` start where the page before them may end.
 */
export const VARIED: Readonly<Record<string, (run: number) => Readonly<Record<string, unknown>>>> = {
  varied_word: (run) => ({ size: 10, query: { match: { dest_text: of(WORDS, run) } } }),
  varied_two_words_and: (run) => ({
    size: 10,
    query: { match: { dest_text: { query: `${of(CITIES, run)} airport`, operator: 'and' } } },
  }),
  varied_phrase: (run) => ({ size: 10, query: { match_phrase: { dest_text: `airport in ${of(CITIES, run)}` } } }),
  varied_term: (run) => ({ size: 10, query: { term: { origin: of(AIRPORTS, run) } } }),
  varied_term_range_sorted: (run) => ({
    size: 10,
    query: { bool: { filter: [{ term: { origin: of(AIRPORTS, run) } }, { range: { delay: { gte: 20 + run } } }] } },
    sort: [{ distance: 'desc' }],
  }),
  varied_date_range_sorted: (run) => ({
    size: 10,
    query: { range: { ts: { gte: dayOf(run), lt: dayOf(run + 2) } } },
    sort: [{ delay: 'desc' }],
  }),
  varied_search_after: (run) => ({
    size: 10,
    sort: [{ distance: 'desc' }, { id: 'asc' }],
    search_after: [2000 - run, 500_000],
  }),
  varied_range_number: (run) => {
    const gte = ((100 * run) % 2900) + 37 * Math.floor(run / 29);
    return { size: 10, query: { range: { distance: { gte, lt: gte + 90 } } } };
  },
  varied_prefix_keyword: (run) => ({ size: 10, query: { prefix: { tail: `N${50 + run}` } } }),
  varied_wildcard_keyword: (run) => ({ size: 10, query: { wildcard: { tail: `N*${20 + run}*` } } }),
  varied_ids: (run) => ({
    size: 10,
    query: { terms: { id: Array.from({ length: 10 }, (_, i) => run * 997 + i * 90_001) } },
  }),
};

/** The questions whose geometric mean is reported: the aggregate functions. */
export const isAggregation = (name: string): boolean => QUESTIONS[name]?.aggs !== undefined;

/** Those that ask for something else each time. */
export const isVaried = (name: string): boolean => VARIED[name] !== undefined;
