import type { FieldDefinition } from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';

type Fields = Readonly<Record<string, unknown>>;

const nowhere = (): PlatformError =>
  new PlatformError('The template has no point and no shape, so its records cannot be drawn on a map.', {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 422,
    hint: 'Download CSV, XLSX, NDJSON or Parquet.',
  });

/**
 * Records as a FeatureCollection: the shape, else the point, is the geometry; all other fields are properties.
 * @throws PlatformError 31/422 when the template has neither
 */
export function geoJson(
  fields: readonly FieldDefinition[],
  hidden: readonly string[],
  pages: AsyncIterable<readonly Fields[]>,
): AsyncGenerator<string> {
  const placed = fields.filter(({ name, list }) => list !== true && !hidden.includes(name));
  const shape = placed.find(({ type }) => type === 'geo_shape')?.name ?? null;
  const point = placed.find(({ type }) => type === 'geo_point')?.name ?? null;
  if (shape === null && point === null) throw nowhere();
  // read back, that of a feature fills a field of this name
  const hasId = fields.some(({ name }) => name === 'id');
  const idOf = (record: Fields): unknown => (hasId ? record.id : record._id);
  return features(pages, shape, point, idOf);
}

async function* features(
  pages: AsyncIterable<readonly Fields[]>,
  shape: string | null,
  point: string | null,
  idOf: (record: Fields) => unknown,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let between = '\n';
  for await (const records of pages) {
    yield between + records.map((record) => JSON.stringify(featureOf(record, idOf(record), shape, point))).join(',\n');
    between = ',\n';
  }
  yield '\n]}\n';
}

function featureOf({ _id, ...record }: Fields, id: unknown, shape: string | null, point: string | null): Fields {
  const drawn = shape !== null && record[shape] !== null && record[shape] !== undefined ? shape : point;
  const { [drawn ?? '']: value = null, ...properties } = record;
  // a point beside a shape is named even when it is empty: what is drawn is not taken for it when it comes back
  const named = drawn === shape && point !== null ? { ...properties, [point]: record[point] ?? null } : properties;
  const isId = typeof id === 'string' || typeof id === 'number';
  const geometry = drawn === shape ? value : pointGeometry(value);
  return { type: 'Feature', ...(isId && { id }), geometry, properties: named };
}

function pointGeometry(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('lat' in value) || !('lon' in value)) return null;
  return { type: 'Point', coordinates: [value.lon, value.lat] };
}
