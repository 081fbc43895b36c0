import { type Counted, METRICS, sectionsOf } from '../figures/sections.ts';
import type { Body } from '../json-object.ts';
import type { Cell, Row } from './cells.ts';

/** `name: others: where it stands in the statistics: what it says`; every one a number. */
const OF_FIELDS = [
  'completion.size: cs,completionSize: completion.size_in_bytes: bytes of completions',
  'fielddata.memory_size: fm,fielddataMemory: fielddata.memory_size_in_bytes: bytes of words that are ordered by',
  'fielddata.evictions: fe,fielddataEvictions: fielddata.evictions: how often they were let go of',
  'query_cache.memory_size: qcm,queryCacheMemory: query_cache.memory_size_in_bytes: bytes of kept queries',
  'query_cache.evictions: qce,queryCacheEvictions: query_cache.evictions: queries let go of',
];
const OF_REQUESTS = [
  'request_cache.memory_size: rcm,requestCacheMemory: request_cache.memory_size_in_bytes: bytes of kept answers',
  'request_cache.evictions: rce,requestCacheEvictions: request_cache.evictions: answers let go of',
  'request_cache.hit_count: rchc,requestCacheHitCount: request_cache.hit_count: requests a kept answer was there for',
  'request_cache.miss_count: rcmc,requestCacheMissCount: request_cache.miss_count: requests none was there for',
];
const OF_WORK = [
  'flush.total: ft,flushTotal: flush.total: flushes',
  'flush.total_time: ftt,flushTotalTime: flush.total_time_in_millis: time of flushes',
  'get.current: gc,getCurrent: get.current: documents asked for now',
  'get.time: gti,getTime: get.time_in_millis: time of documents asked for',
  'get.total: gto,getTotal: get.total: documents asked for',
  'get.exists_time: geti,getExistsTime: get.exists_time_in_millis: time of those that were there',
  'get.exists_total: geto,getExistsTotal: get.exists_total: those that were there',
  'get.missing_time: gmti,getMissingTime: get.missing_time_in_millis: time of those that were not there',
  'get.missing_total: gmto,getMissingTotal: get.missing_total: those that were not there',
  'indexing.delete_current: idc,indexingDeleteCurrent: indexing.delete_current: deletions now',
  'indexing.delete_time: idti,indexingDeleteTime: indexing.delete_time_in_millis: time of deletions',
  'indexing.delete_total: idto,indexingDeleteTotal: indexing.delete_total: deletions',
  'indexing.index_current: iic,indexingIndexCurrent: indexing.index_current: writes now',
  'indexing.index_time: iiti,indexingIndexTime: indexing.index_time_in_millis: time of writes',
  'indexing.index_total: iito,indexingIndexTotal: indexing.index_total: documents written',
  'indexing.index_failed: iif,indexingIndexFailed: indexing.index_failed: writes refused',
  'merges.current: mc,mergesCurrent: merges.current: merges now',
  'merges.current_docs: mcd,mergesCurrentDocs: merges.current_docs: documents merged now',
  'merges.current_size: mcs,mergesCurrentSize: merges.current_size_in_bytes: bytes merged now',
  'merges.total: mt,mergesTotal: merges.total: merges',
  'merges.total_docs: mtd,mergesTotalDocs: merges.total_docs: documents merged',
  'merges.total_size: mts,mergesTotalSize: merges.total_size_in_bytes: bytes merged',
  'merges.total_time: mtt,mergesTotalTime: merges.total_time_in_millis: time of merges',
  'refresh.total: rto,refreshTotal: refresh.total: batches that came to be seen',
  'refresh.time: rti,refreshTime: refresh.total_time_in_millis: time that took',
  'refresh.external_total: rto,refreshTotal: refresh.external_total: batches that came to be seen from outside',
  'refresh.external_time: rti,refreshTime: refresh.external_total_time_in_millis: time that took',
  'refresh.listeners: rli,refreshListeners: refresh.listeners: who waits to see one',
];
const OF_SEARCH = [
  'search.fetch_current: sfc,searchFetchCurrent: search.fetch_current: hits fetched now',
  'search.fetch_time: sfti,searchFetchTime: search.fetch_time_in_millis: time of fetching hits',
  'search.fetch_total: sfto,searchFetchTotal: search.fetch_total: searches that had hits',
  'search.open_contexts: so,searchOpenContexts: search.open_contexts: searches held open',
  'search.query_current: sqc,searchQueryCurrent: search.query_current: searches now',
  'search.query_time: sqti,searchQueryTime: search.query_time_in_millis: time of searches',
  'search.query_total: sqto,searchQueryTotal: search.query_total: searches',
  'search.concurrent_query_current: scqc,searchConcurrentQueryCurrent: search.concurrent_query_current: searches in slices now',
  'search.concurrent_query_time: scqti,searchConcurrentQueryTime: search.concurrent_query_time_in_millis: time of them',
  'search.concurrent_query_total: scqto,searchConcurrentQueryTotal: search.concurrent_query_total: searches in slices',
  'search.concurrent_avg_slice_count: casc,searchConcurrentAvgSliceCount: search.concurrent_avg_slice_count: slices of one',
  'search.scroll_current: scc,searchScrollCurrent: search.scroll_current: scrolls now',
  'search.scroll_time: scti,searchScrollTime: search.scroll_time_in_millis: time of scrolls',
  'search.scroll_total: scto,searchScrollTotal: search.scroll_total: scrolls',
];
const OF_POINTS = [
  'search.point_in_time_current: scc,searchPointInTimeCurrent: search.point_in_time_current: points in time now',
  'search.point_in_time_time: scti,searchPointInTimeTime: search.point_in_time_time_in_millis: time of points in time',
  'search.point_in_time_total: scto,searchPointInTimeTotal: search.point_in_time_total: points in time',
];
const OF_POINTS_BY_SHARD = [
  ...OF_POINTS.map((line) => line.replace(': sc', ': sp')),
  'search.search_idle_reactivate_count_total: ssirct,searchSearchIdleReactivateCountTotal: search.search_idle_reactivate_count_total: how often it was woken',
];
const OF_SEGMENTS = [
  'segments.count: sc,segmentsCount: segments.count: segments',
  'segments.memory: sm,segmentsMemory: segments.memory_in_bytes: bytes of them in memory',
  'segments.index_writer_memory: siwm,segmentsIndexWriterMemory: segments.index_writer_memory_in_bytes: bytes of the writer',
  'segments.version_map_memory: svmm,segmentsVersionMapMemory: segments.version_map_memory_in_bytes: bytes of versions',
  'segments.fixed_bitset_memory: sfbm,fixedBitsetMemory: segments.fixed_bit_set_memory_in_bytes: bytes of sets of documents',
];
const OF_WARMERS = [
  'warmer.current: wc,warmerCurrent: warmer.current: warmers now',
  'warmer.total: wto,warmerTotal: warmer.total: warmers',
  'warmer.total_time: wtt,warmerTotalTime: warmer.total_time_in_millis: time of warmers',
];
const OF_SUGGESTIONS = [
  'suggest.current: suc,suggestCurrent: search.suggest_current: suggestions now',
  'suggest.time: suti,suggestTime: search.suggest_time_in_millis: time of suggestions',
  'suggest.total: suto,suggestTotal: search.suggest_total: searches for suggestions',
];

/** The figures a table can show, in the order of its columns. */
export const FIGURES = {
  indices: [
    ...OF_FIELDS,
    ...OF_REQUESTS,
    ...OF_WORK,
    ...OF_SEARCH,
    ...OF_POINTS,
    ...OF_SEGMENTS,
    ...OF_WARMERS,
    ...OF_SUGGESTIONS,
  ],
  nodes: [...OF_FIELDS, ...OF_REQUESTS, ...OF_WORK, ...OF_SEARCH, ...OF_POINTS, ...OF_SEGMENTS, ...OF_SUGGESTIONS],
  shards: [...OF_FIELDS, ...OF_WORK, ...OF_SEARCH, ...OF_POINTS_BY_SHARD, ...OF_SEGMENTS],
  warmers: OF_WARMERS,
} as const;

/** The lines of those figures as lines of columns: `name>: others: says`. */
export const figureColumns = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => {
    const [name, others, , says] = line.split(': ');
    return `${name}>: ${others}: ${says}`;
  });

function cellOf(sections: Body, path: string): Cell {
  const [section = '', name = ''] = path.split('.');
  const value = Number((sections[section] as Body)[name]);
  if (name.endsWith('_in_bytes')) return { bytes: value };
  return name.endsWith('_in_millis') ? { time: value } : String(value);
}

/** What is counted of an index, or of a node, as cells of its row. */
export function figureCells(lines: readonly string[], counted: Counted, before = ''): Row {
  const sections = sectionsOf(counted, METRICS);
  const cells = lines.map((line) => {
    const [name, , path = ''] = line.split(': ');
    return [`${before}${name}`, cellOf(sections, path)] as const;
  });
  return Object.fromEntries(cells);
}
