import { systemFault } from '../../geo/coordinate-system.ts';

const TYPES = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

type Coordinates = readonly (number | Coordinates)[];
type Geometry =
  | { readonly type: string; readonly coordinates: Coordinates }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** Reads well-known binary (OGC 06-103r4 §8.2), two dimensions. */
class WkbReader {
  readonly #bytes: Buffer;
  #at: number;
  #little = true;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  #integer(): number {
    const value = this.#little ? this.#bytes.readUInt32LE(this.#at) : this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  #double(): number {
    const value = this.#little ? this.#bytes.readDoubleLE(this.#at) : this.#bytes.readDoubleBE(this.#at);
    this.#at += 8;
    return value;
  }

  #point = (): Coordinates => [this.#double(), this.#double()];

  #list<T>(one: () => T): readonly T[] {
    return Array.from({ length: this.#integer() }, one);
  }

  #inner = (): Coordinates => {
    const inner = this.read();
    return 'coordinates' in inner ? inner.coordinates : [];
  };

  read(): Geometry {
    this.#little = this.#bytes.readUInt8(this.#at++) === 1;
    const code = this.#integer();
    const type = TYPES[code] ?? '';
    if (type === '') throw new RangeError(`Geometry type ${code} is not one of two dimensions`);
    if (code === 1) return { type, coordinates: this.#point() };
    if (code === 2) return { type, coordinates: this.#list(this.#point) };
    if (code === 3) return { type, coordinates: this.#list(() => this.#list(this.#point)) };
    if (code < 7) return { type, coordinates: this.#list(this.#inner) };
    return { type: 'GeometryCollection', geometries: this.#list(() => this.read()) };
  }
}

/**
 * GeoJSON text of a geometry as MySQL stores it: the number of its reference system, then well-known binary, x before y. Behind
 * `SRID=…;`, which no field of places takes, where it is another system than degrees.
 */
export function geometryText(stored: Buffer): string {
  const system = stored.readUInt32LE(0);
  const geometry = JSON.stringify(new WkbReader(stored, 4).read());
  return system === 0 || systemFault(`EPSG:${system}`) === null ? geometry : `SRID=${system};${geometry}`;
}
