import type { Fields } from '../json/fields.ts';
import { attributeOf } from '../xlsx/xml.ts';
import { childOf, type Node, PlaceFault, placeOf } from './node.ts';

/** How a placemark looks, and what stands in its geometry. */
const NO_PROPERTIES: ReadonlySet<string> = new Set([
  'styleUrl',
  'Style',
  'StyleMap',
  'visibility',
  'open',
  'LookAt',
  'Camera',
  'Region',
]);

/** A placemark with its texts, those of its extended data and its times; `folder` is the one it stands in. @throws PlaceFault */
export function kmlFeature(node: Node, folder: string | undefined): Fields {
  const geometries = node.children.map(geometryOf).filter((each) => each !== null);
  return {
    type: 'Feature',
    properties: { ...propertiesOf(node), ...(folder && { folder }) },
    geometry: oneOf(geometries),
  };
}

const oneOf = (geometries: readonly Fields[]): Fields | null =>
  geometries.length > 1 ? { type: 'GeometryCollection', geometries } : (geometries[0] ?? null);

const GEOMETRIES: Readonly<Record<string, (node: Node) => Fields | null>> = {
  Point: (node) => ({ type: 'Point', coordinates: coordinatesOf(node)[0] ?? refuseEmpty(node) }),
  LineString: (node) => ({ type: 'LineString', coordinates: coordinatesOf(node) }),
  LinearRing: (node) => ({ type: 'LineString', coordinates: coordinatesOf(node) }),
  Polygon: (node) => ({ type: 'Polygon', coordinates: ringsOf(node) }),
  MultiGeometry: ({ children }) => oneOf(children.map(geometryOf).filter((each) => each !== null)),
  Track: ({ children }) => ({
    type: 'LineString',
    coordinates: children
      .filter(({ name }) => name === 'coord')
      .map(({ text }) => text.trim().split(/\s+/))
      .map(([lon, lat]) => placeOf(lon, lat)),
  }),
};

const geometryOf = (node: Node): Fields | null =>
  Object.hasOwn(GEOMETRIES, node.name) ? (GEOMETRIES[node.name]?.(node) ?? null) : null;

function refuseEmpty({ name }: Node): never {
  throw new PlaceFault(`A ${name} has no coordinates`);
}

/** `lon,lat,altitude` of each point, apart by white space. */
const coordinatesOf = (node: Node): readonly (readonly number[])[] =>
  (childOf(node, 'coordinates')?.text ?? '')
    .trim()
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => text.split(','))
    .map(([lon, lat]) => placeOf(lon, lat));

const ringsOf = ({ children }: Node): readonly (readonly (readonly number[])[])[] =>
  ['outerBoundaryIs', 'innerBoundaryIs']
    .flatMap((boundary) => children.filter(({ name }) => name === boundary))
    .flatMap((boundary) => boundary.children.map(coordinatesOf));

function propertiesOf(node: Node): Fields {
  return Object.assign(
    {},
    ...node.children.map((child) => {
      const { name, attributes, text, children } = child;
      if (NO_PROPERTIES.has(name) || Object.hasOwn(GEOMETRIES, name)) return {};
      const called = attributeOf(attributes, 'name');
      if (name === 'Data') return { [called ?? name]: childOf(child, 'value')?.text ?? '' };
      if (name === 'SimpleData') return { [called ?? name]: text };
      return children.length > 0 ? propertiesOf(child) : { [name]: text };
    }),
  ) as Fields;
}
