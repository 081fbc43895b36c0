import type { Analyser } from '@datasarana/schema';

/** Field types of an index, named as in an OpenSearch mapping (IDX-09). */
export type FieldType =
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
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
  | 'geo_shape';

/** One mapped field with the rules a row must pass (TPL-34). */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** Always a list of values (value type 20). */
  readonly list?: boolean;
  readonly analyser?: Analyser;
  readonly mandatory?: boolean;
  /** Closed list (TPL-39). */
  readonly allowedValues?: readonly string[];
  readonly defaultValue?: unknown;
  /** Upper bound of a value in bytes (TPL-06: 4 MiB). */
  readonly maxBytes?: number;
  /** Label used in messages (REC-19): display_name, or the name. */
  readonly label: string;
  /** Children of object and nested fields. */
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
}
