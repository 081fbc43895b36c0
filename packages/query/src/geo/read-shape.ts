import { readDistance } from '../clauses/geo-distance.ts';
import { type GeoPoint, normalised } from '../clauses/geo-point.ts';
import { Fields, pathOf, readList, readNumber, readText } from '../reading/fields.ts';
import type { Json, JsonObject } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';
import type { GeoArea } from './area.ts';
import { readWellKnown } from './well-known-text.ts';

const TYPES = [
  'point',
  'multipoint',
  'linestring',
  'multilinestring',
  'polygon',
  'multipolygon',
  'envelope',
  'circle',
  'geometrycollection',
];

const ORIENTATIONS = ['right', 'counterclockwise', 'ccw', 'left', 'clockwise', 'cw'];

/** The parts of a shape in GeoJSON or as well-known text. @throws PlatformError for what is no shape */
export function readShape(value: unknown, path: string): readonly GeoArea[] {
  if (typeof value === 'string') return readWellKnown(value, path).flatMap((shape) => readShape(shape, path));
  const fields = new Fields(value, path, 'shape');
  const type = fields.required('type', readText).toLowerCase();
  fields.choice('orientation', ORIENTATIONS);
  const at = <T>(read: (given: unknown, where: string) => T): T => fields.required('coordinates', read);
  switch (type) {
    case 'point':
      return [at(readPointArea)];
    case 'multipoint':
      return at(readPoints);
    case 'linestring':
      return [at(readLine)];
    case 'multilinestring':
      return at((given, where) => readList(given, where, readLine));
    case 'envelope':
    case 'bbox':
      return [at(readEnvelope)];
    case 'circle':
      return [
        {
          kind: 'circle',
          centre: at(readPosition),
          metres: fields.required('radius', (given, where) => readDistance(given, where)),
        },
      ];
    case 'polygon':
      return [at(readPolygon)];
    case 'multipolygon':
      return at((given, where) => readList(given, where, readPolygon));
    case 'geometrycollection':
      return fields.required('geometries', (given, where) => readList(given, where, readShape)).flat();
    default:
      throw unsupported(fields.at('type'), `Shape [${type}]`, TYPES);
  }
}

/** GeoJSON order: longitude first; a height is passed over. Lines and rings may go on beyond the date line. */
function readPosition(value: unknown, path: string): GeoPoint {
  const [lon, lat] = readDegrees(value, path);
  return {
    lon: readNumber(lon, pathOf(path, 0), { min: -360, max: 360 }),
    lat: readNumber(lat, pathOf(path, 1), { min: -90, max: 90 }),
  };
}

/** Two numbers, or three with a height; a text that says one is none. */
function readDegrees(value: unknown, path: string): readonly [number, number] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const [lon, lat, height = 0, ...more] = given;
  if (typeof lon === 'number' && typeof lat === 'number' && typeof height === 'number' && more.length === 0) {
    return [lon, lat];
  }
  throw wrongShape(path, 'a position [lon, lat] of numbers', value);
}

/** A single point is brought back onto the globe from wherever it is. */
function readPointArea(value: unknown, path: string): GeoArea {
  const [lon, lat] = readDegrees(value, path);
  const point = { lon, lat };
  const isOnEarth = Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180;
  return { kind: 'point', point: isOnEarth ? point : normalised(point) };
}

function readPositions(value: unknown, path: string): readonly GeoPoint[] {
  const positions = readList(value, path, readPosition);
  const sizes = new Set(Array.isArray(value) ? value.map((each) => Object(each).length) : []);
  if (sizes.size > 1) throw wrongShape(path, 'positions with a height all of them, or none', value);
  return positions;
}

function readPoints(value: unknown, path: string): readonly GeoArea[] {
  const points = readList(value, path, readPointArea);
  if (points.length === 0) throw wrongShape(path, 'at least one position', value);
  return points;
}

function readLine(value: unknown, path: string): GeoArea {
  const points = readPositions(value, path);
  if (points.length < 2) throw wrongShape(path, 'a line of at least two positions', value);
  return { kind: 'line', points };
}

function readRing(value: unknown, path: string): readonly GeoPoint[] {
  const ring = readPositions(value, path);
  const [first] = ring;
  const last = ring.at(-1);
  if (ring.length < 4 || first?.lat !== last?.lat || first?.lon !== last?.lon) {
    throw wrongShape(path, 'a closed ring of at least four positions', value);
  }
  return ring.slice(0, -1);
}

function readPolygon(value: unknown, path: string): GeoArea {
  const rings = readList(value, path, readRing);
  if (rings.length === 0) throw wrongShape(path, 'an outer ring, then holes', value);
  return { kind: 'polygon', rings };
}

function readEnvelope(value: unknown, path: string): GeoArea {
  const [topLeft, bottomRight, ...more] = readPositions(value, path);
  if (topLeft === undefined || bottomRight === undefined || more.length > 0 || topLeft.lat < bottomRight.lat) {
    throw wrongShape(path, 'the top left and the bottom right corner', value);
  }
  return {
    kind: 'box',
    box: { top: topLeft.lat, left: topLeft.lon, bottom: bottomRight.lat, right: bottomRight.lon },
  };
}

const position = ({ lat, lon }: GeoPoint): Json => [lon, lat];

/** A part as GeoJSON. */
export function printArea(area: GeoArea): JsonObject {
  switch (area.kind) {
    case 'point':
      return { type: 'point', coordinates: position(area.point) };
    case 'line':
      return { type: 'linestring', coordinates: area.points.map(position) };
    case 'circle':
      return { type: 'circle', coordinates: position(area.centre), radius: area.metres };
    case 'box': {
      const { top, left, bottom, right } = area.box;
      return {
        type: 'envelope',
        coordinates: [position({ lat: top, lon: left }), position({ lat: bottom, lon: right })],
      };
    }
    case 'polygon':
      return {
        type: 'polygon',
        coordinates: area.rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(position)),
      };
  }
}
