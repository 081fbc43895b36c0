import { memberFault } from '../geo/coordinate-system.ts';
import { FileRefused } from '../refusal.ts';
import { type DocumentBlock, type Documents, readDocuments } from './documents.ts';
import { type Fields, isFields } from './fields.ts';

/** Where a GeoJSON comes from decides how its refusal reads (SRC-19, SRC-22). */
export type GeoJsonOrigin = 'file' | 'data';

/**
 * The features of a FeatureCollection, with flat memory.
 * @throws FileRefused `geojson` when it is none: "Not a valid GeoJSON file" or, of a data server, "… data"
 */
export function readFeatures(bytes: AsyncIterable<Uint8Array>, origin: GeoJsonOrigin = 'file'): Documents {
  return features(bytes, (cause) => notGeoJson(origin, cause));
}

export const notGeoJson = (origin: GeoJsonOrigin, cause?: unknown): FileRefused =>
  new FileRefused('geojson', `Not a valid GeoJSON ${origin}`, cause === undefined ? undefined : { cause });

async function* features(
  bytes: AsyncIterable<Uint8Array>,
  invalid: (cause?: unknown) => FileRefused,
): AsyncGenerator<DocumentBlock> {
  const check = (scalars: ReadonlyMap<string, string>, ended: boolean): void => {
    const [name, href] = ['name', 'href'].map((member) => scalars.get(`crs.properties.${member}`));
    if (name ?? href) refuseOtherSystem(memberFault({ properties: { name, href } }));
    const type = scalars.get('type');
    if (type === 'FeatureCollection' || (type === undefined && !ended)) return;
    throw invalid();
  };
  try {
    for await (const block of readDocuments(bytes, { path: 'features', check })) yield onlyFeatures(block);
  } catch (cause) {
    throw cause instanceof FileRefused && cause.rule === 'json' ? invalid(cause) : cause;
  }
}

/** Projected coordinates may be numbers that are degrees as well: nothing else tells them apart. @throws FileRefused */
export function refuseOtherSystem(fault: string | null): void {
  if (fault === null) return;
  throw new FileRefused('system', `${fault}. Convert it, for example with ogr2ogr -t_srs EPSG:4326, and send that.`);
}

const CRS_MEMBER = /^[^"]*(?:"[^"]*"\s*:\s*"[^"]*"\s*,\s*)*"crs"\s*:\s*(\{[^{}]*\{[^{}]*\}[^{}]*\})/;

/**
 * Looks at what stands behind the features of a file that can be read from anywhere, before any of them is taken.
 *
 * @throws FileRefused when that names another system than degrees
 */
export function refuseSystemAtEnd(end: Uint8Array): void {
  const text = new TextDecoder().decode(end);
  const [, member] = CRS_MEMBER.exec(text.slice(text.lastIndexOf(']') + 1)) ?? [];
  if (member === undefined) return;
  try {
    refuseOtherSystem(memberFault(JSON.parse(member)));
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause;
  }
}

/** Why an element is no row; null when it is one. */
function featureFault({ type, crs, geometry }: Fields): string | null {
  if (type !== 'Feature') return 'The element is not a GeoJSON feature';
  return memberFault(crs) ?? memberFault(isFields(geometry) ? geometry.crs : undefined);
}

const onlyFeatures = (block: DocumentBlock): DocumentBlock => withoutFaults(block, featureFault);

function withoutFaults({ documents, lines, setAside }: DocumentBlock, faultOf: (document: Fields) => string | null) {
  const faults = documents.map(faultOf);
  if (faults.every((fault) => fault === null)) return { documents, lines, setAside };
  const wrong = faults.flatMap((reason, i) =>
    reason === null
      ? []
      : [{ line: lines[i] ?? 0, raw: JSON.stringify(documents[i]).slice(0, 64 * 1024), rule: 'geojson', reason }],
  );
  return {
    documents: documents.filter((_, i) => faults[i] === null),
    lines: lines.filter((_, i) => faults[i] === null),
    setAside: [...setAside, ...wrong],
  };
}

/** Whether an object is a feature by itself; programs leave the geometry out where there is none. */
export const isFeature = (value: Fields): boolean =>
  value.type === 'Feature' && (Object.hasOwn(value, 'geometry') || isFields(value.properties));

/** Columns a feature's geometry stands in when it is read as a table. */
export const GEOMETRY_COLUMN = 'geometry';

/** What stands for the place of a feature; null where it has none, or one without coordinates (RFC 7946, 3.1). */
export function geometryOf({ geometry }: Fields): unknown {
  const isPlace = !isFields(geometry) || !Array.isArray(geometry.coordinates) || geometry.coordinates.length > 0;
  return isPlace ? (geometry ?? null) : null;
}

/** A feature as plain fields: its id, its properties, its geometry. */
export function featureFields(feature: Fields): Fields {
  const properties = isFields(feature.properties) ? feature.properties : {};
  return {
    ...featureId(feature),
    ...properties,
    [GEOMETRY_COLUMN]: geometryOf(feature),
  };
}

/** The id of a feature under its name: `id`, or `feature_id` where a property `id` says otherwise; nothing where it has none. */
export function featureId({ id, properties: given }: Fields): Fields {
  const properties = isFields(given) ? given : {};
  if (id === undefined || id === null || (properties.id !== undefined && String(properties.id) === String(id)))
    return {};
  return { [properties.id === undefined ? 'id' : 'feature_id']: id };
}

/** Features as documents of plain fields, a point as `lat,lon`. */
export async function* featureTable(documents: Documents): AsyncGenerator<DocumentBlock> {
  for await (const block of documents) yield { ...block, documents: block.documents.map(tableFields) };
}

/** Objects of which those that are features, as on the lines of GeoJSONSeq, are documents of plain fields. */
export async function* withFeatures(documents: Documents): AsyncGenerator<DocumentBlock> {
  const faultOf = (document: Fields): string | null => (isFeature(document) ? featureFault(document) : null);
  const fieldsOf = (document: Fields): Fields => (isFeature(document) ? tableFields(document) : document);
  for await (const block of documents) {
    const taken = withoutFaults(block, faultOf);
    yield { ...block, ...taken, documents: taken.documents.map(fieldsOf) };
  }
}

function tableFields(feature: Fields): Fields {
  const fields = featureFields(feature);
  const geometry = fields[GEOMETRY_COLUMN];
  if (!isFields(geometry) || geometry.type !== 'Point' || !Array.isArray(geometry.coordinates)) return fields;
  const [lon, lat]: readonly unknown[] = geometry.coordinates;
  return { ...fields, [GEOMETRY_COLUMN]: `${String(lat)},${String(lon)}` };
}
