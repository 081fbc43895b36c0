import { systemFault } from '../../geo/coordinate-system.ts';
import { shapeOfBytes } from '../../geo/well-known-binary.ts';

/**
 * GeoJSON text of a geometry as MySQL stores it: the number of its reference system, then well-known binary, x before y. Behind
 * `SRID=…;`, which no field of places takes, where it is another system than degrees.
 */
export function geometryText(stored: Buffer): string {
  const system = stored.readUInt32LE(0);
  const geometry = JSON.stringify(shapeOfBytes(stored.subarray(4)).geometry);
  return system === 0 || systemFault(`EPSG:${system}`) === null ? geometry : `SRID=${system};${geometry}`;
}
