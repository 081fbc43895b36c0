import type { Fields } from '../json/fields.ts';
import { attributeOf } from '../xlsx/xml.ts';
import { type Node, placeOf } from './node.ts';

/** Elements of GPX that are features, and what they are called. */
const KINDS: Readonly<Record<string, string>> = { wpt: 'waypoint', trk: 'track', rte: 'route' };

export const isGpxFeature = (name: string): boolean => Object.hasOwn(KINDS, name);

const pointOf = ({ attributes }: Node) =>
  placeOf(attributeOf(attributes, 'lon') ?? undefined, attributeOf(attributes, 'lat') ?? undefined);

/** A waypoint as a point, a track or route as a line or several, with what else is said of it. @throws PlaceFault */
export function gpxFeature(node: Node): Fields {
  const lines = node.name === 'trk' ? node.children.filter(({ name }) => name === 'trkseg') : [node];
  const points = lines.map(({ children }) => children.filter(({ name }) => name === 'trkpt' || name === 'rtept'));
  const isPoint = node.name === 'wpt';
  return {
    type: 'Feature',
    properties: { kind: KINDS[node.name], ...propertiesOf(node), ...(!isPoint && timesOf(points.flat())) },
    geometry: isPoint ? { type: 'Point', coordinates: pointOf(node) } : lineOf(points.map((line) => line.map(pointOf))),
  };
}

/** A line has two points at least: one of fewer is none. */
function lineOf(all: readonly (readonly (readonly number[])[])[]): Fields | null {
  const lines = all.filter(({ length }) => length > 1);
  const [first] = lines;
  if (!first) return null;
  return lines.length === 1
    ? { type: 'LineString', coordinates: first }
    : { type: 'MultiLineString', coordinates: lines };
}

function timesOf(points: readonly Node[]): Fields {
  const times = points.flatMap(({ children }) =>
    children.filter(({ name }) => name === 'time').map(({ text }) => text),
  );
  const [begin, end] = [times[0], times.at(-1)];
  return { points: points.length, ...(begin && { begin }), ...(end && { end }) };
}

/** Texts by the names of their elements, those of extensions among them. */
function propertiesOf({ children }: Node): Fields {
  return Object.assign(
    {},
    ...children.map((node) => {
      if (['trkseg', 'rtept'].includes(node.name)) return {};
      const link = node.name === 'link' ? attributeOf(node.attributes, 'href') : null;
      if (link !== null) return { link };
      return node.children.length > 0 ? propertiesOf(node) : { [node.name]: node.text };
    }),
  ) as Fields;
}
