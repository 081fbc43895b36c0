import { malformed } from '@datasarana/schema';
import type { FieldSource } from '../index-fields.ts';
import { isBinary } from '../mapped-field.ts';
import type { ClauseContext } from './context.ts';

const ONLY_BY_GEOMETRY = 'Geometry fields do not support exact searching, use dedicated geometry queries instead';

/** Points and shapes are found by geometry only, and bytes by nothing. */
export function refuseUnsearchable(source: FieldSource, { layout }: Pick<ClauseContext, 'layout'>): void {
  if (source.type === 'geo_point' || source.type === 'geo_shape')
    throw malformed(`${ONLY_BY_GEOMETRY}: [${source.path}]`, 'Use geo_bounding_box or geo_distance.', {
      type: 'query_shard_exception',
    });
  if (isBinary(layout, source.path))
    throw malformed('Binary fields do not support searching', `Ask for another field than ${source.path}.`, {
      type: 'query_shard_exception',
    });
}
