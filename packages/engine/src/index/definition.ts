import type { AnyAnalyser } from '@datasarana/query';
import type { IndexMapping } from '../documents/mapping.ts';
import type { RangeType } from './range-types.ts';

/** Field types of an index, named as in an OpenSearch mapping (IDX-09). */
export type FieldType =
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'unsigned_long'
  | 'half_float'
  | 'float'
  | 'double'
  | 'text'
  | 'keyword'
  | 'date'
  | 'boolean'
  | 'binary'
  | 'object'
  | 'nested'
  | 'geo_point'
  | 'geo_shape'
  | 'completion'
  | 'flat_object'
  | RangeType;

/** One mapped field with the rules a row must pass (TPL-34). */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** Always a list of values (value type 20). */
  readonly list?: boolean;
  /** Of a text: one of the platform's by name, or one an index put together for itself. Of a keyword: its normalizer. */
  readonly analyser?: AnyAnalyser;
  /** Of a text: what words that are looked for go through, where that is another one. */
  readonly searchAnalyser?: AnyAnalyser;
  /** The same for phrases, where that is another one still. */
  readonly quoteAnalyser?: AnyAnalyser;
  /** A date with nanoseconds, which stand whole in a column of their own. */
  readonly nanos?: boolean;
  /** Format dates are written in, when it is not the usual one. */
  readonly format?: string;
  readonly mandatory?: boolean;
  /** Name of the field beside it without which it is not mandatory (SCH-21). */
  readonly dependency?: string;
  /** Closed list (TPL-39). */
  readonly allowedValues?: readonly string[];
  readonly defaultValue?: unknown;
  /** Upper bound of a value in bytes (TPL-06: 4 MiB). */
  readonly maxBytes?: number;
  /** Scores do not see how long a text is. */
  readonly lengthless?: true;
  /** Places between two texts of a list; 100 unless it says otherwise. */
  readonly gap?: number;
  /** Label used in messages (REC-19): display_name, or the name. */
  readonly label: string;
  /** Children of object and nested fields; further readings of the same value of others. */
  readonly fields?: readonly FieldDefinition[];
}

/** What the engine needs to know of one index = one table. */
export interface IndexDefinition {
  readonly name: string;
  readonly fields: readonly FieldDefinition[];
  /** Fields that together identify a record; empty = every row is new (TPL-30). */
  readonly keyFields: readonly string[];
  /** `columns`: _source is rebuilt from typed columns (platform templates); `stored`: the document's text is kept. */
  readonly source: 'columns' | 'stored';
  /**
   * Rows only pass through on their way to who keeps them: they are validated and counted as everywhere, cannot be searched, and stay
   * until they are released. It stays so until the index is replaced.
   */
  readonly transit?: 'archive' | 'topic';
  /** Further names of fields, by dotted path. */
  readonly aliases?: readonly { readonly name: string; readonly path: string }[];
  /** What an index of stored documents keeps beside its columns. */
  readonly stored?: StoredIndex;
}

/** An index of documents as they come, spoken to in OpenSearch's language. */
export interface StoredIndex {
  readonly uuid: string;
  /** Epoch ms. */
  readonly created: number;
  readonly mapping: IndexMapping;
  /** Flat names beginning with `index.`, values as text. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Paths that have held several values in one document. */
  readonly lists: readonly string[];
  /** Whether keywords go through their normalizers; an index made before they did keeps values as they came. */
  readonly normalizes?: true;
  /** Somebody said what its fields are, though it be that there are none. */
  readonly isMapped?: true;
  readonly closed: boolean;
}
