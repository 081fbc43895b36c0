import { DEFAULT_PORTS } from './default-ports.ts';
import type { SourceFormat, SourceProvider, SourceType } from './source.ts';

/** One entry of a picker; what is not enabled is shown and cannot be chosen. */
export interface Choice<T extends string = string> {
  readonly id: T;
  readonly label: string;
  readonly enabled: boolean;
}

const on = <T extends string>(id: T, label: string): Choice<T> => ({ id, label, enabled: true });
const off = <T extends string>(id: T, label: string): Choice<T> => ({ id, label, enabled: false });

/** SRC-01: where data is picked from. */
export const SOURCE_PICKER: readonly Choice[] = [
  on('local_file', 'Local File'),
  off('google_drive', 'Google Drive'),
  off('onedrive', 'Microsoft One Drive'),
  off('s3', 'S3 Bucket'),
  on('url', 'Url'),
  on('rest', 'RESTful Data Server'),
];

/** SRC-12, SRC-13: databases, with the port each listens on by default. */
export const DATABASE_PROVIDERS: readonly (Choice & { readonly port: number | null })[] = [
  { ...on('mysql', 'MySQL-compatible database'), port: DEFAULT_PORTS.mysql },
  { ...on('sqlserver', 'SQL Server'), port: DEFAULT_PORTS.sqlserver },
  { ...on('sqlite', 'SQLite'), port: null },
  { ...off('postgresql', 'PostgreSQL'), port: null },
  { ...off('elasticsearch', 'Elasticsearch/Opensearch'), port: null },
  { ...off('cql', 'CQL'), port: null },
];

/** SRC-04: listed as providers, never selectable. */
export const LISTED_PROVIDERS: readonly Choice[] = [
  off('backup_file', 'Backup File'),
  off('local_cluster', 'Local Cluster'),
  off('remote_cluster', 'Remote Cluster'),
];

/** Every provider, in the order it is listed. */
export const SOURCE_PROVIDERS: readonly Choice[] = [
  ...SOURCE_PICKER,
  ...DATABASE_PROVIDERS.map(({ id, label, enabled }) => ({ id, label, enabled })),
  on('platform', 'Platform'),
  ...LISTED_PROVIDERS,
];

/** SRC-02, SRC-35. */
export const SOURCE_TYPES: readonly (Choice<SourceType> & { readonly meaning: string })[] = [
  { ...on('Replica', 'Replica'), meaning: 'Follows the origin: what changes there changes here.' },
  { ...on('Archive', 'Archive'), meaning: 'Taken once and kept as it was.' },
  { ...on('Clone', 'Clone'), meaning: 'Copies the schema and the data.' },
  { ...on('Schema', 'Schema'), meaning: 'Takes the columns only.' },
  { ...on('Data', 'Data'), meaning: 'Takes rows into a template that exists.' },
];

/** SRC-03, SRC-37. */
export const SOURCE_FORMATS: readonly (Choice<SourceFormat> & { readonly meaning: string })[] = [
  { ...on('datasarana', 'Datasarana JSON'), meaning: 'A template or its records as this platform exports them.' },
  { ...on('json', 'JSON'), meaning: 'An array of objects, or one object on each line.' },
  { ...on('csv', 'CSV/XLSX'), meaning: 'Delimited text or a spreadsheet; the first row names the columns.' },
  { ...on('spatial', 'Spatial Data'), meaning: 'A GeoJSON FeatureCollection.' },
  { ...on('database', 'Database'), meaning: 'A table of a database.' },
  { ...on('platform', 'Platform'), meaning: 'A template of another instance of this platform.' },
  { ...on('generic', 'Generic'), meaning: 'Any file, kept as it is; its metadata is the record.' },
];

/** SRC-20. The verb HEADER is sent as HEAD (SRC-21). */
export const REST_AUTHENTICATIONS = [
  'None',
  'API Key',
  'Bearer Token',
  'Basic',
  'Digest',
  'OAuth1',
  'OAuth2',
  'NTLM',
] as const;
/** Verbs of a REST source (SRC-20); HEADER is sent as HEAD (SRC-21). */
export const REST_VERBS = ['GET', 'POST', 'PATCH', 'HEADER'] as const;
/** Kinds of body of a REST source (SRC-20). */
export const REST_BODIES = ['none', 'form-data', 'x-www-form-urlencoded', 'raw', 'binary'] as const;
/** What a raw body is (SRC-20). */
export const REST_RAW_BODIES = ['text', 'json', 'html', 'xml'] as const;

/** TSK-01, TSK-05: what an ingestion task may be set to; the first of each is the default. */
export const TASK_CHOICES = {
  type: ['Local Ingestor Service'],
  mode: ['Continuous', 'Once'],
  schedule: ['Immediately', 'At time', 'Cron'],
  watch_events: ['Created', 'Modified', 'Deleted'],
  on_error: ['Ignore', 'Stop', 'Retry'],
} as const;

const enabledIds = (choices: readonly Choice[]): ReadonlySet<string> =>
  new Set(choices.filter(({ enabled }) => enabled).map(({ id }) => id));

const ENABLED_PROVIDERS = enabledIds(SOURCE_PROVIDERS);

/** True for a provider a source can be saved with. */
export const isSourceProvider = (id: string): id is SourceProvider => ENABLED_PROVIDERS.has(id);
/** Whether it is a type of SRC-02. */
export const isSourceType = (id: string): id is SourceType => SOURCE_TYPES.some((type) => type.id === id);
/** Whether it is the id of a format of SRC-03. */
export const isSourceFormat = (id: string): id is SourceFormat => SOURCE_FORMATS.some((format) => format.id === id);
