import type { Delimiter } from '../csv/dialect.ts';
import type { Encoding } from '../csv/encoding-names.ts';
import type { EscapeChoice } from '../csv/escape.ts';
import type { Transform } from '../transforms/transform.ts';

/** Where rows come from (SRC-01); only the providers of `source/choices.ts` that are enabled can be saved. */
export type SourceProvider = 'local_file' | 'url' | 'rest' | 'mysql' | 'sqlserver' | 'sqlite' | 'platform';

/** SRC-02, SRC-35: Replica follows the origin, Archive is taken once, Clone copies schema and data, Schema takes columns only, Data rows only. */
export type SourceType = 'Replica' | 'Archive' | 'Clone' | 'Schema' | 'Data';

/** SRC-03, SRC-37. */
export type SourceFormat = 'datasarana' | 'json' | 'csv' | 'spatial' | 'database' | 'platform' | 'generic';

/** A column of a source (SRC-06). */
export interface SourceColumn {
  /** As the source names it. */
  readonly name: string;
  readonly index: number;
  /** Numeric id of the value type (TPL-02). */
  readonly value_type: number;
  /** `data_id` or dotted path of the field it fills; null = no field. */
  readonly item_id: string | null;
  readonly selected: boolean;
  /** Date format of the column, null = found by itself. */
  readonly format: string | null;
  /** Applied in list order (SRC-07). */
  readonly transform: readonly Transform[];
  /** At most ten. */
  readonly sample: readonly string[];
}

/** SRC-13: what a database source is reached by. `pwd` is stored encrypted and read back masked (SRC-14). */
export interface DatabaseSettings {
  readonly host?: string;
  readonly port?: number;
  readonly uid?: string;
  readonly pwd?: string;
  readonly database?: string;
  readonly table?: string;
  /** SQLite: full path of the file on the machine of the ingestor; the platform itself opens no file by a path. */
  readonly file?: string;
  readonly tls?: 'off' | 'required' | 'verify';
  /** Key or timestamp column by which reading resumes. */
  readonly cursor?: string;
}

/** Delimited text and spreadsheets. */
export interface TableFileSettings {
  readonly file: string;
  /** A tab may be spelled `\\t`. */
  readonly delimiter?: Delimiter | '\\t';
  /** What backslashes are; found by itself when missing. */
  readonly escapes?: EscapeChoice;
  readonly encoding?: Encoding;
  readonly sheet?: string;
  /** 1-based row of a sheet or line of a text that names the columns; what stands above it is left out. 0 = none does. */
  readonly header_row?: number;
  /** Name of the file with the rows in an archive of several. */
  readonly entry?: string;
}

/** JSON arrays, lines, and documents whose rows stand at a path (`data.items`). */
export interface JsonFileSettings {
  readonly file: string;
  readonly path?: string;
  /** What stands beside the list of rows, but for other lists, goes with each of them. */
  readonly beside?: boolean;
  /** Name of the file with the rows in an archive of several. */
  readonly entry?: string;
}

/** GeoJSON, from a file or from the address of a data server (SRC-32). */
export interface SpatialSettings {
  readonly file?: string;
  readonly url?: string;
}

/** A source (SRC-05): exactly one of the settings blocks is set. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly type: SourceType;
  readonly format: SourceFormat;
  readonly provider: SourceProvider;
  readonly columns: readonly SourceColumn[];
  readonly task: Readonly<Record<string, unknown>> | null;
  readonly db?: DatabaseSettings;
  readonly file_json?: JsonFileSettings;
  readonly csv?: TableFileSettings;
  readonly spatial?: SpatialSettings;
  /** Settings of a REST data server, a Url, or another platform. */
  readonly ds?: Readonly<Record<string, unknown>>;
}
