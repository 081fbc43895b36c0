import { invalid } from '@datasarana/schema';
import type { JsonObject } from '../reading/json.ts';
import type { Aggregate } from './aggregate.ts';
import { fieldsOf } from './leaf-dsl.ts';
import { commonLevel, isInside, levelOf, type Place, stepsTo } from './nested-levels.ts';

/** Where an aggregate looks, and where what stands in its buckets does. */
export interface Placing {
  readonly own: Place;
  readonly inside: Place;
  /** Its buckets of nested objects count the records that hold them. */
  readonly parents: boolean;
  /** The nested aggregations that lead to it, outermost first. */
  readonly steps: readonly JsonObject[];
  /** Where its filter stands: it chooses what is looked at, or, where it cannot, what that lies in. */
  readonly filter: 'none' | 'before steps' | 'after steps';
}

/** Fields an aggregate reads values of. */
function valueFields({ function: own, field, weight }: Aggregate): readonly string[] {
  if (own === 'top_hits' || own === 'filters') return [];
  return own === 'weighted_avg' ? [field, weight] : [field];
}

/** @throws PlatformError 400 for fields that do not lie together, and where nobody said what to count (QRY-23) */
export function placingOf(aggregate: Aggregate, place: Place): Placing {
  const { name, type, count } = aggregate;
  const level = commonLevel(valueFields(aggregate), place, `Aggregate [${name}]`);
  const own = { ...place, level };
  const isAsked = type === 'map' && level !== '';
  if (isAsked && count === undefined) throw unsaid(name, level);
  const parents = isAsked && count === 'parents';
  const steps = stepsTo(level, place);
  return {
    own,
    inside: parents ? { ...place, level: '' } : own,
    parents,
    steps,
    filter: filterPlace(aggregate, own, place),
  };
}

function filterPlace({ name, filters }: Aggregate, own: Place, around: Place): Placing['filter'] {
  const levels = filters.flatMap((leaf) => fieldsOf(leaf).map((field) => levelOf(field, around.fields)));
  if (filters.length === 0) return 'none';
  if (levels.every((level) => isInside(level, own.level))) return 'after steps';
  if (levels.every((level) => isInside(level, around.level))) return 'before steps';
  const message = `The filter of aggregate [${name}] looks at fields outside of [${around.level}]`;
  throw invalid({ filters: message }, message);
}

function unsaid(name: string, level: string) {
  const message = `Aggregate [${name}] groups objects of [${level}]: count parents or children?`;
  return invalid({ count: message }, message);
}
