/**
 * How a value of a document was written. `second`, `milli` and `day` are UTC dates in quotes to that precision, `epoch` is a
 * date as milliseconds; `real.0` and `float.0` are numbers of which whole ones end in `.0`, as Python and Java write
 * them; `point` is `"lat, lon"`, `pair` the same without the space, `lat` and `lon` are members of an object.
 */
export const KINDS = [
  'text',
  'whole',
  'real',
  'float',
  'real.0',
  'float.0',
  'flag',
  'second',
  'milli',
  'day',
  'epoch',
  'point',
  'pair',
  'lat',
  'lon',
  'texts',
  'wholes',
] as const;

export type Kind = (typeof KINDS)[number];

/** The place of a value in a document's text. */
export interface Slot {
  /** Dotted path of the field. */
  readonly path: string;
  readonly kind: Kind;
}

/**
 * What documents of the same build have in common: the text around their values, spaces and order of keys included.
 * `pieces` has one more entry than `slots`; piece, slot, piece … piece is the document.
 */
export interface Shape {
  readonly pieces: readonly string[];
  readonly slots: readonly Slot[];
}

/** The text a shape is stored as and known by. */
export const shapeText = ({ pieces, slots }: Shape): string =>
  JSON.stringify([pieces, slots.map(({ path, kind }) => [kind, path])]);

const isKind = (kind: unknown): kind is Kind => KINDS.some((known) => known === kind);

/** The shape a text of `shapeText` stands for. @throws Error when a newer version has written it */
export function parseShape(text: string): Shape {
  const [pieces, slots] = JSON.parse(text) as readonly [readonly string[], readonly (readonly [string, string])[]];
  return {
    pieces,
    slots: slots.map(([kind, path]) => {
      if (!isKind(kind)) throw new Error(`The documents hold values of a kind this version does not know: ${kind}`);
      return { path, kind };
    }),
  };
}
