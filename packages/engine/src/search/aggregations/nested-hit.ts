import type { SourceFilter } from '@datasarana/query';
import { ownSource } from '../fetch/own-source.ts';
import { fieldsOfSource, type Hit } from '../response.ts';

type Document = Omit<Hit, '_score' | 'sort'>;

/** A nested document as a hit: where it stands, and what it holds itself; what is kept beside a document belongs to the whole. */
export function nestedHit(
  document: Document,
  nests: readonly string[],
  at: readonly number[],
  source: SourceFilter,
): Document {
  const { _source, _routing, _ignored, _seq_no, _primary_term, ...meta } = document;
  const found = nestedObject(document, nests, at);
  const isShown = typeof found === 'object' && found !== null && source.kind !== 'none';
  const shown = isShown ? ownSource(nests.at(-1) ?? '', { ...found }, source) : undefined;
  return { ...meta, _nested: identity(nests, at), ...(shown !== undefined && { _source: shown }) } as Document;
}

/** What stands at the places of a document; undefined without its source. */
export const nestedObject = ({ _source }: Document, nests: readonly string[], at: readonly number[]): unknown =>
  _source === undefined
    ? undefined
    : nests.reduce<unknown>(
        (inside, path, depth) => entryOf(inside, stepsFrom(nests[depth - 1], path), at[depth] ?? 0),
        fieldsOfSource(_source),
      );

const stepsFrom = (around: string | undefined, path: string): readonly string[] =>
  (around === undefined ? path : path.slice(around.length + 1)).split('.');

function entryOf(value: unknown, steps: readonly string[], place: number): unknown {
  const list = steps.reduce<unknown>(
    (inside, step) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, step) : undefined),
    value,
  );
  return Array.isArray(list) ? list[place] : list;
}

interface Identity {
  readonly field: string;
  readonly offset: number;
  readonly _nested?: Identity;
}

function identity(
  [path = '', ...inner]: readonly string[],
  [offset = 0, ...places]: readonly number[],
  around?: string,
): Identity {
  const field = stepsFrom(around, path).join('.');
  return { field, offset, ...(inner.length > 0 && { _nested: identity(inner, places, path) }) };
}
