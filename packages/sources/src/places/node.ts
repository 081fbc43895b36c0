/** An element of GPX or KML with what is in it. */
export interface Node {
  readonly name: string;
  /** As they stand in the tag. */
  readonly attributes: string;
  text: string;
  readonly children: Node[];
}

/** The first element of that name in another. */
export const childOf = (node: Node, name: string): Node | undefined => node.children.find((each) => each.name === name);

/** Why an element is no feature. */
export class PlaceFault extends Error {}

/** Longitude and latitude of texts. @throws PlaceFault for what is no place in degrees */
export function placeOf(lon: string | undefined, lat: string | undefined): readonly [lon: number, lat: number] {
  const [x, y] = [lon, lat].map((text) => (text?.trim() ? Number(text) : Number.NaN)) as [number, number];
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return [x, y];
  throw new PlaceFault(`The place ${lat ?? '?'}, ${lon ?? '?'} is no latitude and longitude in degrees`);
}
