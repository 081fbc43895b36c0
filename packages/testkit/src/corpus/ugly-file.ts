/** A small file as people really send them, and what must become of it. */
export interface UglyFile {
  /** With its ending, as the platform is told it. */
  readonly name: string;
  readonly bytes: Buffer;
  /** What the user chose beside: sheet, header_row, path … */
  readonly query?: Readonly<Record<string, string>>;
  /** Its ledger, or the sentence it is refused with. */
  readonly expected:
    | {
        readonly read: number;
        readonly accepted: number;
        readonly replaced?: number;
        readonly unchanged?: number;
        readonly rejected: number;
        /** Lines of the rejected rows. */
        readonly lines?: readonly number[];
      }
    | { readonly refused: RegExp; readonly code: number };
}

export type Query = Readonly<Record<string, string>>;

const bytesOf = (content: Buffer | string): Buffer => (typeof content === 'string' ? Buffer.from(content) : content);

/** A file that is taken in: `accepted` rows stored, those on `lines` rejected. */
export const taken = (
  name: string,
  content: Buffer | string,
  accepted: number,
  lines: readonly number[] = [],
  query?: Query,
): UglyFile => ({
  name,
  bytes: bytesOf(content),
  ...(query && { query }),
  expected: { read: accepted + lines.length, accepted, rejected: lines.length, lines },
});

/** A file that is refused whole. */
export const refused = (
  name: string,
  content: Buffer | string,
  says: RegExp,
  code = 1010,
  query?: Query,
): UglyFile => ({ name, bytes: bytesOf(content), ...(query && { query }), expected: { refused: says, code } });
