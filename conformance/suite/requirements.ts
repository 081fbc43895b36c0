import type { Apis } from '../calls/apis.ts';
import { ASSERTIONS } from '../steps/assertions.ts';
import { isList, isObject, type Json, writeJson } from './exact-json.ts';
import { apisOf, CALL_OPTIONS, type Case, type Step, type Suite } from './suite.ts';

/** The APIs a case may call to be run: what applications use, not what operators of a cluster do. */
const CORE_APIS: ReadonlySet<string> = new Set(
  `indices.create indices.delete indices.exists indices.refresh indices.put_mapping indices.get_mapping indices.get_settings
   indices.put_settings indices.put_alias bulk index create get exists delete update mget search msearch count scroll
   clear_scroll cluster.health info ping
  indices.add_block indices.clone indices.shrink indices.split indices.put_template
  termvectors mtermvectors explain field_caps get_source exists_source search_shards rank_eval
  search_template msearch_template render_search_template put_script get_script delete_script
  create_pit delete_pit get_all_pits delete_all_pits update_by_query delete_by_query reindex tasks.get tasks.cancel
  cat.aliases cat.cluster_manager cat.count cat.health cat.indices cat.shards cat.templates cat.pending_tasks
  cluster.pending_tasks cluster.put_component_template cluster.get_component_template cluster.delete_component_template
  indices.analyze indices.clear_cache indices.close indices.delete_alias indices.delete_index_template
  indices.delete_template indices.exists_alias indices.exists_index_template indices.exists_template indices.flush
  indices.forcemerge indices.get indices.get_alias indices.get_field_mapping indices.get_index_template
  indices.get_template indices.open indices.put_index_template indices.resolve_index indices.rollover
  indices.shard_stores indices.simulate_index_template indices.simulate_template indices.update_aliases
  indices.validate_query indices.stats indices.recovery indices.segments indices.upgrade
  cat.allocation cat.fielddata cat.help cat.nodeattrs cat.nodes cat.plugins cat.recovery cat.segments cat.snapshots cat.tasks
  cat.thread_pool cat.repositories cluster.allocation_explain cluster.exists_component_template cluster.get_settings
  cluster.put_settings cluster.remote_info cluster.reroute cluster.state cluster.stats nodes.info nodes.stats tasks.list
  delete_by_query_rethrottle reindex_rethrottle update_by_query_rethrottle`.split(/\s+/),
);

/** Features of OpenSearch's runner that this one has too. */
const FEATURES: ReadonlySet<string> = new Set(
  `catch_unauthorized default_shards embedded_stash_key headers stash_in_key stash_in_path stash_path_replace warnings
   warnings_regex contains transform_and_set arbitrary_key allowed_warnings allowed_warnings_regex regex close_to is_after
   spi_on_classpath_jdk9 no_xpack`.split(/\s+/),
);

/** Where our own cases stand among the suites. */
export const OWN_CASES = 'datasarana/';

const VERSION = '2.19.0';

const listOf = (value: Json | undefined): readonly string[] => {
  if (value === undefined || value === null) return [];
  if (isList(value)) return value.map(String);
  return String(value)
    .split(',')
    .map((each) => each.trim());
};

/** Orders versions; 7.x and older majors are Elasticsearch's, so older than OpenSearch 1.0. */
function rankOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version
    .trim()
    .split(/[.-]/)
    .map((part) => Number.parseInt(part, 10) || 0);
  return ((major >= 5 ? major : major + 100) * 1000 + minor) * 1000 + patch;
}

function covers(range: string): boolean {
  if (range === 'all') return true;
  const isRange = range.includes(' - ') || /^-|-$/.test(range);
  const [low = '', high = ''] = isRange ? range.split(/\s*-\s+|\s+-\s*|^-|-$/) : [range, range];
  const own = rankOf(VERSION);
  return (low.trim() === '' || rankOf(low) <= own) && (high.trim() === '' || own <= rankOf(high));
}

function unmet({ op, arg }: Step): string | null {
  if (!isObject(arg)) return null;
  const features = [...listOf(arg.features), ...(op === 'requires' ? listOf(arg.test_runner_features) : [])];
  const missing = features.filter((feature) => !FEATURES.has(feature));
  if (missing.length > 0) return `feature ${missing.join(',')}`;
  if (arg.cluster_features !== undefined || arg.capabilities !== undefined) return 'features of a cluster';
  if (op === 'skip' && (arg.awaits_fix !== undefined || arg.known_issues !== undefined)) return 'waits for a fix';
  const version = listOf(arg.version).find(covers);
  return version === undefined ? null : `version ${version}`;
}

/** Mapping types left with OpenSearch 2.0; cases that still send them cannot run on anything newer. */
const sendsTypes = (steps: readonly Step[]): boolean =>
  steps.some(
    ({ op, arg }) =>
      op === 'do' && isObject(arg) && Object.entries(arg).some(([name, given]) => isTyped(name, given ?? null)),
  );

function isTyped(name: string, given: Json): boolean {
  if (CALL_OPTIONS.has(name) || !isObject(given)) return false;
  if ((given.type !== undefined && given.type !== '_doc') || 'include_type_name' in given || 'doc_type' in given)
    return true;
  return /^(bulk|mget|msearch|index|update|reindex)$/.test(name) && /"_type\\?":/.test(writeJson(given.body));
}

/** Why a case cannot be run at all; null when it can. */
export function reasonToSkip(suite: Suite, { steps: own, conditions }: Case, apis: Apis): string | null {
  for (const condition of [...suite.conditions, ...conditions]) {
    const reason = unmet(condition);
    if (reason !== null) return reason;
  }
  const steps = [...suite.setup, ...own, ...suite.teardown];
  const unknown = steps.find(({ op }) => op !== 'do' && !ASSERTIONS.has(op));
  if (unknown) return `step ${unknown.op}`;
  if (steps.some(({ op, arg }) => op === 'do' && isObject(arg) && arg.node_selector !== undefined))
    return 'a chosen node';
  // our own cases may call whatever there is
  const isOwn = suite.file.startsWith(OWN_CASES);
  const foreign = apisOf(steps).find((name) => !apis.byName.has(name) || !(isOwn || CORE_APIS.has(name)));
  if (foreign !== undefined) return `api ${foreign}`;
  return /with_types|typeful/.test(suite.file) || sendsTypes(steps) ? 'mapping types' : null;
}
