import type { Apis } from '../calls/apis.ts';
import { ASSERTIONS } from '../steps/assertions.ts';
import { isList, isObject, type Json, writeJson } from './exact-json.ts';
import { apisOf, CALL_OPTIONS, type Case, type Step, type Suite } from './suite.ts';

/** The APIs a case may call to be run: what applications use, not what operators of a cluster do. */
const CORE_APIS: ReadonlySet<string> = new Set(
  `indices.create indices.delete indices.exists indices.refresh indices.put_mapping indices.get_mapping indices.get_settings
   indices.put_settings indices.put_alias bulk index create get exists delete update mget search msearch count scroll
   clear_scroll cluster.health info ping
  indices.add_block indices.clone indices.shrink indices.split indices.put_template`.split(/\s+/),
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
