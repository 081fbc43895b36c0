/** Letters of the longest beginning of `_index_prefix`. */
export const LONGEST_BEGINNING = 20;

/** A part of a `search_as_you_type`, by its name: rows of so many of its words, or the beginnings of its longest rows. */
export interface TypedPart {
  /** The field it is a part of. */
  readonly base: string;
  readonly words: number;
  readonly isBeginning: boolean;
  /** Words of the longest row. */
  readonly most: number;
}

type Mapped = { readonly type: string; readonly parameters: Readonly<Record<string, unknown>> } | null | undefined;

const NAME = /\.(?:_(\d)gram|_index_prefix)$/;

/** The part a path names (`x._2gram`, `x._index_prefix`); null for anything else. `mapped` tells how a field is mapped. */
export function typedPart(path: string, mapped: (path: string) => Mapped): TypedPart | null {
  const found = NAME.exec(path);
  if (found === null) return null;
  const base = path.slice(0, found.index);
  const field = mapped(base);
  if (field?.type !== 'search_as_you_type') return null;
  const most = Number(field.parameters.max_shingle_size ?? 3);
  const words = Number(found[1] ?? most);
  return words < 2 || words > most ? null : { base, words, isBeginning: found[1] === undefined, most };
}
