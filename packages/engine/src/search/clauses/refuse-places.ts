import { type FieldSource, unfit } from '../index-fields.ts';

/** Points and shapes are found by geometry only. */
export function refusePlaces(source: FieldSource): void {
  if (source.type !== 'geo_point' && source.type !== 'geo_shape') return;
  throw unfit(source, 'exact searching', 'Use geo_bounding_box or geo_distance.');
}
