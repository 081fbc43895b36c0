import type { ValueType } from './value-type.ts';

/** One item of a schema tree (SCH-03); template fields (TPL-01) add the optional half. */
export interface SchemaItem {
  readonly id: string;
  readonly name: string;
  readonly value_type: ValueType;
  readonly mandatory: boolean;
  readonly can_search: boolean;
  readonly display_name: string | null;
  readonly description: string | null;
  readonly default_value: unknown;
  readonly relationship: string | null;
  readonly dependency: string | null;
  readonly items: readonly SchemaItem[];
  // template fields only (TPL-01, TPL-39)
  readonly data_id?: string;
  readonly sequence?: number;
  readonly is_key?: boolean;
  readonly is_private?: boolean;
  readonly unit?: string | null;
  readonly analyser?: Analyser | null;
  readonly default_visual?: string | null;
  readonly default_aggregation?: string | null;
  readonly contributor?: string;
  readonly system?: boolean;
  readonly ts?: number;
  readonly allowed_values?: readonly AllowedValue[];
}

/** How a Text field is cut into words (TPL-31). */
export type Analyser = 'standard' | 'simple' | 'whitespace' | 'keyword' | 'english' | 'indonesian';

/** One of the values a field may hold (TPL-39). */
export interface AllowedValue {
  readonly value: string;
  readonly label?: string;
  readonly colour?: string;
}

/** A stored schema (SCH-01). */
export interface Schema {
  readonly id: string;
  readonly ts: number;
  readonly version_major: number;
  readonly version_minor: number;
  readonly name: string;
  readonly description: string | null;
  readonly date_created: number;
  readonly is_public: boolean;
  readonly schema_key: string;
  readonly name_space: string;
  readonly items: readonly SchemaItem[];
}
