import type { Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { illegal } from './refusals.ts';

/** What may stand in the line before a search of several, by the names it is written with; true: it is a boolean. */
const KEYS: ReadonlyMap<string, readonly [name: string, isFlag: boolean]> = new Map([
  ['index', ['index', false]],
  ['indices', ['index', false]],
  ['search_type', ['search_type', false]],
  ['searchType', ['search_type', false]],
  ['request_cache', ['request_cache', true]],
  ['requestCache', ['request_cache', true]],
  ['preference', ['preference', false]],
  ['routing', ['routing', false]],
  ['allow_partial_search_results', ['allow_partial_search_results', true]],
  ['expand_wildcards', ['expand_wildcards', false]],
  ['expandWildcards', ['expand_wildcards', false]],
  ['ignore_unavailable', ['ignore_unavailable', true]],
  ['ignoreUnavailable', ['ignore_unavailable', true]],
  ['allow_no_indices', ['allow_no_indices', true]],
  ['allowNoIndices', ['allow_no_indices', true]],
  ['ignore_throttled', ['ignore_throttled', true]],
  ['ignoreThrottled', ['ignore_throttled', true]],
  ['cancel_after_time_interval', ['cancel_after_time_interval', false]],
  ['cancelAfterTimeInterval', ['cancel_after_time_interval', false]],
  ['ccs_minimize_roundtrips', ['ccs_minimize_roundtrips', true]],
  ['ccsMinimizeRoundtrips', ['ccs_minimize_roundtrips', true]],
  ['phase_took', ['phase_took', true]],
]);

/** What the line before a search says, as an address would. @throws PlatformError for what OpenSearch does not take there */
export const readHeader = (header: Body): Texts =>
  Object.fromEntries(
    Object.entries(header).map(([key, value]) => {
      const [name, isFlag] = KEYS.get(key) ?? [];
      if (name === undefined) throw illegal(`key [${key}] is not supported in the metadata section`);
      const text = [value].flat().map(String).join(',');
      if (isFlag === true && text !== 'true' && text !== 'false') {
        throw illegal(`Could not convert [${name}] to boolean`);
      }
      return [name, text];
    }),
  );
