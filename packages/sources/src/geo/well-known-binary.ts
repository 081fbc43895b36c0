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
/** Collections within collections. */
const MAX_DEPTH = 8;
/** What PostGIS adds to the number of a type: a height, a measure, the number of the reference system behind it. */
const [HEIGHT, MEASURE, SYSTEM] = [0x80000000, 0x40000000, 0x20000000];
const FLAGS = 0x1fffffff;

type Coordinates = readonly (number | Coordinates)[];
type Geometry =
  | { readonly type: string; readonly coordinates: Coordinates }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** A geometry as GeoJSON has it, and the number of its reference system; 0 = none is named. */
export interface BinaryShape {
  readonly geometry: Geometry;
  readonly system: number;
}

/** Reads well-known binary (OGC 06-103r4 §8.2) and what PostGIS made of it (EWKB); heights and measures are left out. */
class WkbReader {
  readonly #bytes: DataView;
  #at = 0;
  #isLittle = true;
  /** Numbers of a place. */
  #numbers = 2;
  system = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get rest(): number {
    return this.#bytes.byteLength - this.#at;
  }

  #integer(): number {
    this.#at += 4;
    return this.#bytes.getUint32(this.#at - 4, this.#isLittle);
  }

  #double(): number {
    this.#at += 8;
    return this.#bytes.getFloat64(this.#at - 8, this.#isLittle);
  }

  #point = (): Coordinates => {
    const place = [this.#double(), this.#double()];
    this.#at += 8 * (this.#numbers - 2);
    return place;
  };

  #list<T>(one: () => T): readonly T[] {
    const length = this.#integer();
    if (length > this.rest) throw new RangeError('A list is longer than what is left');
    return Array.from({ length }, one);
  }

  #inner = (depth: number): Coordinates => {
    const inner = this.read(depth);
    return 'coordinates' in inner ? inner.coordinates : [];
  };

  read(depth = 0): Geometry {
    if (depth > MAX_DEPTH) throw new RangeError('Collections lie too deep in each other');
    this.#isLittle = this.#bytes.getUint8(this.#at++) === 1;
    const word = this.#integer();
    if ((word & SYSTEM) !== 0) this.system = this.#integer();
    const number = word & FLAGS;
    const more = Math.floor(number / 1000);
    const type = TYPES[number % 1000] ?? '';
    if (type === '' || more > 3) throw new RangeError(`Geometry type ${word} is not read`);
    this.#numbers =
      2 + (more === 3 ? 2 : Math.sign(more)) + ((word & HEIGHT) !== 0 ? 1 : 0) + ((word & MEASURE) !== 0 ? 1 : 0);
    if (type === 'Point') return { type, coordinates: this.#point() };
    if (type === 'LineString') return { type, coordinates: this.#list(this.#point) };
    if (type === 'Polygon') return { type, coordinates: this.#list(() => this.#list(this.#point)) };
    if (type !== 'GeometryCollection') return { type, coordinates: this.#list(() => this.#inner(depth + 1)) };
    return { type: 'GeometryCollection', geometries: this.#list(() => this.read(depth + 1)) };
  }
}

/** The geometry of the bytes. @throws RangeError when they are none that is read, such as curves */
export function shapeOfBytes(bytes: Uint8Array): BinaryShape {
  const reader = new WkbReader(bytes);
  const geometry = reader.read();
  return { geometry, system: reader.system };
}

/** Order of the bytes, type, and at least a number of what follows; as a text of bytes PostgreSQL has `\x` in front. */
const HEX = /^(?:\\x)?(0[01](?:[\da-f]{2}){8,})$/i;

/** The geometry that PostGIS writes as hexadecimal digits; null for any other text. */
export function shapeOfHex(text: string): BinaryShape | null {
  const [, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) return null;
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
  try {
    const reader = new WkbReader(bytes);
    const geometry = reader.read();
    return reader.rest === 0 ? { geometry, system: reader.system } : null;
  } catch {
    return null;
  }
}
