import type { LocalConfig, SchemaItem } from '@datasarana/schema';
import { DEFAULT_PORTS, type Source } from '@datasarana/sources';
import { type ColumnPlan, faultsOf } from '../../imports/plan.ts';
import type { ServerForm } from '../../sources/server-fields.tsx';

export type PlaceKind = 'files' | 'mysql' | 'sqlserver' | 'sqlite';

/** A task as it is filled in; texts as typed. */
export interface TaskForm extends ServerForm {
  readonly template: string | null;
  readonly kind: PlaceKind;
  readonly file: string;
  /** What the newest file was read as; null before a look. */
  readonly format: string | null;
  /** '' = found out from the file. */
  readonly delimiter: string;
  /** '' = found out from the file. */
  readonly escapes: string;
  readonly encoding: string;
  /** '' = the first visible one. */
  readonly sheet: string;
  /** null = the first row with a cell. */
  readonly headerRow: number | null;
  /** Where the rows of a JSON document stand; '' = found by itself. */
  readonly path: string;
  /** What stands beside them goes with each. */
  readonly beside: boolean;
  /** Of an archive of several files the one with the rows; '' = there is one alone. */
  readonly entry: string;
  readonly database: string;
  readonly table: string;
  readonly cursor: string;
  readonly mode: string;
  readonly schedule: string;
  readonly at: string;
  readonly batches: 'bulk' | 'adaptive' | 'single';
  readonly watch_events: readonly string[];
  readonly on_error: string;
  readonly slow_mo: boolean;
  readonly start: boolean;
}

export const NEW_TASK: TaskForm = {
  template: null,
  kind: 'files',
  file: '',
  format: null,
  delimiter: '',
  escapes: '',
  encoding: '',
  sheet: '',
  headerRow: null,
  path: '',
  beside: false,
  entry: '',
  host: '',
  port: DEFAULT_PORTS.mysql,
  uid: '',
  pwd: '',
  tls: 'off',
  database: '',
  table: '',
  cursor: '',
  mode: 'Continuous',
  schedule: 'Immediately',
  at: '',
  batches: 'bulk',
  watch_events: ['Created', 'Modified'],
  on_error: 'Ignore',
  slow_mo: false,
  start: true,
};

const isDatabase = (provider: unknown): provider is Exclude<PlaceKind, 'files'> =>
  provider === 'mysql' || provider === 'sqlserver' || provider === 'sqlite';

/** SRC-13. */
export const portOf = (kind: PlaceKind): number => DEFAULT_PORTS[kind === 'sqlserver' ? kind : 'mysql'];

type Held = Partial<Source> & { readonly task?: Readonly<Record<string, unknown>> };

/** The form of a task that an ingestor holds. */
export function formOfTask({ template, sources }: LocalConfig): TaskForm {
  const { provider, csv, file_json, spatial, db, task = {} }: Held = sources[0] ?? {};
  const text = (name: string, otherwise: string): string => (typeof task[name] === 'string' ? task[name] : otherwise);
  const kind = isDatabase(provider) ? provider : 'files';
  return {
    ...NEW_TASK,
    template: template.id,
    kind,
    file: csv?.file ?? file_json?.file ?? spatial?.file ?? db?.file ?? '',
    format: file_json ? 'json' : null,
    delimiter: csv?.delimiter ?? '',
    escapes: csv?.escapes ?? '',
    encoding: csv?.encoding ?? '',
    sheet: csv?.sheet ?? '',
    headerRow: csv?.header_row ?? null,
    path: file_json?.path ?? '',
    beside: file_json?.beside === true,
    entry: csv?.entry ?? file_json?.entry ?? '',
    host: db?.host ?? '',
    port: db?.port ?? portOf(kind),
    uid: db?.uid ?? '',
    pwd: db?.pwd ?? '',
    tls: db?.tls ?? 'off',
    database: db?.database ?? '',
    table: db?.table ?? '',
    cursor: db?.cursor ?? '',
    mode: text('mode', NEW_TASK.mode),
    schedule: text('schedule', NEW_TASK.schedule),
    at: text('at', ''),
    batches: task.bulk === false ? 'single' : task.adaptive === true ? 'adaptive' : 'bulk',
    watch_events: Array.isArray(task.watch_events) ? task.watch_events.map(String) : NEW_TASK.watch_events,
    on_error: text('on_error', NEW_TASK.on_error),
    slow_mo: task.slow_mo === true,
  };
}

/** What can be said about how files are read: of delimited text, of workbooks, of JSON. */
export type FileKind = 'text' | 'workbook' | 'json' | 'other';

const BY_NAME: readonly (readonly [RegExp, FileKind])[] = [
  [/\.xlsx?(\.gz)?$/i, 'workbook'],
  [/\.json(\.gz)?$/i, 'json'],
  [/\.(geojson|ndjson|jsonl|parquet)(\.gz)?$/i, 'other'],
];
const BY_FORMAT: Readonly<Record<string, FileKind>> = { csv: 'text', xlsx: 'workbook', xls: 'workbook', json: 'json' };

/** By what the newest file is; by the name as long as none is there. */
export function fileKindOf({ format, file }: TaskForm): FileKind {
  if (format !== null) return BY_FORMAT[format] ?? 'other';
  return BY_NAME.find(([name]) => name.test(file.trim()))?.[1] ?? 'text';
}

function filesOf(form: TaskForm) {
  const { delimiter, escapes, encoding, sheet, headerRow } = form;
  const file = form.file.trim();
  const [kind, path] = [fileKindOf(form), form.path.trim()];
  const entry = form.entry !== '' && { entry: form.entry };
  const document = { ...(path !== '' && { path }), ...(form.beside && { beside: true }) };
  if (kind === 'json' && Object.keys(document).length > 0)
    return { format: 'json', provider: 'local_file', file_json: { file, ...document, ...entry } } as const;
  const text = {
    ...(delimiter !== '' && { delimiter }),
    ...(escapes !== '' && { escapes }),
    ...(encoding !== '' && { encoding }),
  };
  const workbook = { ...(sheet !== '' && { sheet }) };
  const named = { ...(headerRow !== null && { header_row: headerRow }) };
  const csv = { file, ...entry, ...named, ...(kind === 'text' && text), ...(kind === 'workbook' && workbook) };
  return { format: 'csv', provider: 'local_file', csv } as const;
}

/** Where the rows come from, as the ingestor takes it. */
export function placeOfForm(form: TaskForm) {
  const { kind, host, port, uid, pwd, tls, database, table, cursor } = form;
  const more = { ...(table !== '' && { table }), ...(cursor !== '' && { cursor }) };
  if (kind === 'files') return filesOf(form);
  if (kind === 'sqlite')
    return { format: 'database', provider: kind, db: { file: form.file.trim(), ...more } } as const;
  const db = { host: host.trim(), port, uid, ...(pwd !== '' && { pwd }), tls, ...(database !== '' && { database }) };
  return { format: 'database', provider: kind, db: { ...db, ...more } } as const;
}

export const nameOfPlace = ({ kind, file, database, table }: TaskForm): string =>
  kind === 'files' ? file.trim() : kind === 'sqlite' ? `${file.trim()}#${table}` : `${database}.${table}`;

/** How the task runs, as the ingestor takes it. */
export const settingsOfForm = (form: TaskForm) => ({
  mode: form.mode,
  schedule: form.schedule,
  at: form.schedule === 'Immediately' ? '' : form.at.trim(),
  bulk: form.batches !== 'single',
  adaptive: form.batches === 'adaptive',
  watch_events: form.watch_events,
  on_error: form.on_error,
  slow_mo: form.slow_mo,
});

interface Known {
  readonly columns: readonly ColumnPlan[];
  readonly items: readonly SchemaItem[] | null;
  /** Columns of the table's key; null while the table was not looked at. */
  readonly key: readonly string[] | null;
}

/** What is missing or wrong, one sentence each. */
export function faultsOfTask(form: TaskForm, { columns, items, key }: Known): readonly string[] {
  return [
    ...placeFaults(form),
    ...(form.template === null ? ['Choose the template the rows go into.'] : []),
    ...(form.table !== '' && form.cursor === '' && key?.length === 0
      ? [`The table ${form.table} has no key: choose the column by which reading goes on.`]
      : []),
    ...(items && columns.length > 0 ? faultsOf(columns, items) : []),
    ...(form.schedule === 'At time' && Number.isNaN(Date.parse(form.at))
      ? ['Give the date and the time at which the task begins.']
      : []),
    ...(form.schedule === 'Cron' && form.at.trim() === '' ? ['Give the cron line, as 0 6 * * 1-5.'] : []),
    ...(form.kind === 'files' && form.watch_events.length === 0
      ? ['Choose at least one of Created, Modified and Deleted.']
      : []),
  ];
}

/** What is to be known of the template before the task starts; null when nothing is. */
export function noteOfTemplate({ mode }: TaskForm, items: readonly SchemaItem[] | null): string | null {
  if (items === null || mode === 'Once' || items.some((item) => item.is_key)) return null;
  return 'It has no key: a file or table that is read anew, as after it was rewritten, brings its rows once more.';
}

/** From the root of a Unix machine, a drive or a share of a Windows one: whose machine it is, the form does not know. */
const FULL_PATH = /^(\/|[a-z]:[\\/]|\\\\)/i;

function placeFaults({ kind, file, host, uid, database, table }: TaskForm): readonly string[] {
  const path = file.trim();
  const short =
    path !== '' && !FULL_PATH.test(path) ? [`Give the full path, from the root or the drive on: ${path} is none.`] : [];
  if (kind === 'files') return path === '' ? ['Name the file or a pattern, as /data/in/*.csv.'] : short;
  const chosen = table === '' ? ['Choose the table to read.'] : [];
  if (kind === 'sqlite') return [...(path === '' ? ['Give the full path of the SQLite file.'] : short), ...chosen];
  return [
    ...(host.trim() === '' ? ['Give the host of the database.'] : []),
    ...(uid === '' ? ['Give the user of the database.'] : []),
    ...(database === '' ? ['Choose the database.'] : []),
    ...chosen,
  ];
}
