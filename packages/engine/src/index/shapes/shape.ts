/**
 * How a value of a document was written. `second`, `milli` and `day` are UTC dates in quotes to that precision, `epoch` is a
 * date as milliseconds; `second.zone` and `milli.zone` are such dates with an offset instead of the `Z`; `real.0` and `float.0` are numbers of which whole ones end in `.0`, as Python and Java write
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
  'second.zone',
  'milli.zone',
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
  /** How far a date with an offset is from UTC, as it is written: `+02:00`. */
  readonly zone?: string;
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
  JSON.stringify([
    pieces,
    slots.map(({ path, kind, zone }) => (zone === undefined ? [kind, path] : [kind, path, zone])),
  ]);

type StoredSlot = readonly [kind: string, path: string, zone?: string];

const isKind = (kind: unknown): kind is Kind => KINDS.some((known) => known === kind);

/** The shape a text of `shapeText` stands for. @throws Error when a newer version has written it */
export function parseShape(text: string): Shape {
  const [pieces, slots] = JSON.parse(text) as readonly [readonly string[], readonly StoredSlot[]];
  return {
    pieces,
    slots: slots.map(([kind, path, zone]) => {
      if (!isKind(kind)) throw new Error(`The documents hold values of a kind this version does not know: ${kind}`);
      return { path, kind, ...(zone !== undefined && { zone }) };
    }),
  };
}

/** Milliseconds by which clocks of a zone that is written as `+02:00` are ahead of UTC; NaN for what is written otherwise. */
export function aheadMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(0\d|1[0-7]):([0-5]\d)$/.exec(zone) ?? [];
  const ahead = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return sign === '-' ? -ahead : ahead;
}
