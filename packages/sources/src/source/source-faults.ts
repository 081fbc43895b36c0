import { isValueType, nameFault, SAMPLES } from '@datasarana/schema';
import { DELIMITER_LIST, DELIMITERS } from '../csv/dialect.ts';
import { ENCODINGS } from '../csv/encoding-names.ts';
import { ESCAPES, escapeOf } from '../csv/escape.ts';
import { DATE_FORMATS } from '../dates/date-format.ts';
import { transformFault } from '../transforms/transform-fault.ts';
import {
  type Choice,
  isSourceFormat,
  isSourceProvider,
  isSourceType,
  SOURCE_FORMATS,
  SOURCE_PROVIDERS,
} from './choices.ts';
import { straySettings } from './stray-settings.ts';

type Fields = Readonly<Record<string, unknown>>;
/** What is wrong with a source, by the path of the setting. */
export type SourceFaults = Readonly<Record<string, string>>;

const BLOCKS = ['db', 'file_json', 'csv', 'spatial', 'ds'] as const;
type Block = (typeof BLOCKS)[number];

const DATABASES: ReadonlySet<unknown> = new Set(['mysql', 'sqlserver', 'sqlite']);
const REMOTE: ReadonlySet<unknown> = new Set(['url', 'rest', 'platform']);
const BLOCK_OF_FORMAT: Readonly<Record<string, Block>> = {
  datasarana: 'file_json',
  json: 'file_json',
  csv: 'csv',
  spatial: 'spatial',
  database: 'db',
  platform: 'ds',
  generic: 'ds',
};

const DELIMITER_CHOICES = [...DELIMITERS, '\\t'];

/** On Unix or Windows. */
const FULL_PATH = /^(\/|[A-Za-z]:[\\/])/;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
/** Letters of the longest name of a host (RFC 1035). */
const LONGEST_HOST = 253;

/** Why it is no address on the web; null = it is one. */
function addressFault(value: unknown): string | null {
  const [, host] = (typeof value === 'string' && /^\s*https?:\/\/([^/?#]*)/i.exec(value)) || [];
  if (host === undefined) return 'must begin with http:// or https://';
  if (host.trim() === '') return 'names no host behind http://';
  const url = URL.parse(String(value));
  if (url === null) return `has a host or a port that is none: '${host.trim()}'`;
  const { length } = url.hostname;
  return length > LONGEST_HOST
    ? `has a host of ${length} characters; names of hosts have at most ${LONGEST_HOST}`
    : null;
}
const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Checks a source as it is saved (SRC-05): its pickers, its one settings block and its columns.
 * @returns an empty object when it can be saved
 */
export function sourceFaults(source: unknown): SourceFaults {
  if (!isFields(source)) return { source: 'The source is not an object' };
  const faults: Record<string, string> = {};
  const unnamed = isFilled(source.name) ? nameFault(source.name) : 'must not be empty';
  if (unnamed !== null) faults.name = `Name ${unnamed}`;
  pickerFaults(source, faults);
  blockFaults(source, faults);
  columnFaults(source.columns, faults);
  if (source.task !== undefined && source.task !== null && !isFields(source.task)) faults.task = 'Task is no object';
  return faults;
}

/** Those that can be chosen, as they are sent. */
const idsOf = (choices: readonly Choice[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(
    choices.filter(({ enabled }) => enabled).map(({ id, label }) => `${id} (${label})`),
  );

function pickerFaults(source: Fields, faults: Record<string, string>): void {
  const { type, format, provider } = source;
  if (!isFilled(type) || !isSourceType(type)) {
    faults.type = `'${String(type)}' is no source type. Choose Replica, Archive, Clone, Schema or Data.`;
  }
  if (!isFilled(format) || !isSourceFormat(format))
    faults.format = `'${String(format)}' is no source format. Choose ${idsOf(SOURCE_FORMATS)}.`;
  else if ((format === 'platform') !== (provider === 'platform'))
    faults.format = 'The format Platform and the provider Platform go together.';
  else if (format === 'generic' && provider !== 'local_file')
    faults.format = 'A file is kept as it is when it is dropped under Import data or sent to /api/data/generic.';
  if (isFilled(provider) && isSourceProvider(provider)) return;
  const listed = SOURCE_PROVIDERS.find(({ id }) => id === provider);
  faults.provider = listed
    ? `${listed.label} cannot be chosen in this version.`
    : `'${String(provider)}' is no provider. Choose ${idsOf(SOURCE_PROVIDERS)}.`;
}

/** The settings block a source of this provider and format has. */
export function settingsBlock(provider: unknown, format: unknown): Block | null {
  if (DATABASES.has(provider)) return 'db';
  if (REMOTE.has(provider)) return 'ds';
  return typeof format === 'string' && Object.hasOwn(BLOCK_OF_FORMAT, format)
    ? (BLOCK_OF_FORMAT[format] ?? null)
    : null;
}

function blockFaults(source: Fields, faults: Record<string, string>): void {
  const given = BLOCKS.filter((block) => source[block] !== undefined && source[block] !== null);
  const wanted = settingsBlock(source.provider, source.format);
  const [only] = given;
  if (given.length !== 1 || only === undefined) {
    faults.settings = `Exactly one of the settings ${BLOCKS.join(', ')} must be set; ${given.length} are.`;
    return;
  }
  const remoteShape = source.format === 'spatial' && only === 'spatial';
  if (wanted !== null && only !== wanted && !remoteShape) {
    faults[only] = `The settings of this source are ${wanted}, not ${only}.`;
    return;
  }
  const settings = source[only];
  if (!isFields(settings)) {
    faults[only] = `${only} is not an object`;
    return;
  }
  for (const [name, fault] of Object.entries(straySettings(source.provider, only, settings)))
    faults[`${only}.${name}`] = fault;
  BLOCK_FAULTS[only](settings, source, faults);
}

/** How a text or a sheet is taken apart. */
function textFaults(block: Block, settings: Fields, faults: Record<string, string>): void {
  const { header_row: row, encoding, delimiter, escapes } = settings;
  if (isGiven(encoding) && !ENCODINGS.some((known) => known === encoding))
    faults[`${block}.encoding`] = `encoding '${String(encoding)}' is none of ${ENCODINGS.join(', ')}`;
  if (isGiven(delimiter) && !DELIMITER_CHOICES.some((known) => known === delimiter))
    faults[`${block}.delimiter`] = `delimiter '${String(delimiter)}' is none of ${DELIMITER_LIST}`;
  if (isGiven(escapes) && escapeOf(escapes) === null)
    faults[`${block}.escapes`] = `escapes '${String(escapes)}' is none of ${ESCAPES.join(', ')}`;
  if (row !== undefined && !(Number.isInteger(row) && Number(row) >= 0))
    faults[`${block}.header_row`] =
      `header_row '${String(row)}' is not a row number from 1, nor 0 where none names the columns`;
  archiveFaults(block, settings, faults);
}

function archiveFaults(block: Block, { entry }: Fields, faults: Record<string, string>): void {
  if (entry !== undefined && !isFilled(entry)) faults[`${block}.entry`] = 'entry is the name of a file in the archive';
}

/** How a document is taken apart. */
function documentFaults(block: Block, { beside }: Fields, faults: Record<string, string>): void {
  if (beside !== undefined && typeof beside !== 'boolean') faults[`${block}.beside`] = 'beside is true or false';
}

const BLOCK_FAULTS: Readonly<
  Record<Block, (settings: Fields, source: Fields, faults: Record<string, string>) => void>
> = {
  db(settings, { provider }, faults) {
    const needed = provider === 'sqlite' ? ['file'] : ['host', 'uid', 'database'];
    for (const name of needed) if (!isFilled(settings[name])) faults[`db.${name}`] = `${name} must not be empty`;
    if (provider === 'sqlite' && isFilled(settings.file) && !FULL_PATH.test(settings.file)) {
      faults['db.file'] =
        `file '${settings.file}' is no full path on the machine of the ingestor, like /data/in/shop.db`;
    }
    const { port, tls } = settings;
    if (port !== undefined && !(Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536)) {
      faults['db.port'] = `port '${String(port)}' is not between 1 and 65535`;
    }
    if (tls !== undefined && !['off', 'required', 'verify'].includes(String(tls))) {
      faults['db.tls'] = `tls '${String(tls)}' is none of off, required, verify`;
    }
  },
  file_json(settings, _source, faults) {
    if (!isFilled(settings.file)) faults['file_json.file'] = 'file must not be empty';
    documentFaults('file_json', settings, faults);
    archiveFaults('file_json', settings, faults);
  },
  csv(settings, _source, faults) {
    if (!isFilled(settings.file)) faults['csv.file'] = 'file must not be empty';
    textFaults('csv', settings, faults);
  },
  spatial(settings, _source, faults) {
    if (!isFilled(settings.file) && !isFilled(settings.url)) faults['spatial.file'] = 'file or url must be set';
  },
  ds(settings, { provider }, faults) {
    if (provider === 'url') {
      textFaults('ds', settings, faults);
      documentFaults('ds', settings, faults);
    }
    const { url, token, template, search } = settings;
    const wrong = REMOTE.has(provider) ? addressFault(url) : null;
    if (wrong !== null) faults['ds.url'] = `Address ${wrong}`;
    if (provider !== 'platform') return;
    if (!isFilled(token)) faults['ds.token'] = 'Token must not be empty: make one at the other platform';
    if (!isFilled(template)) faults['ds.template'] = 'Choose a template';
    if (search !== undefined && typeof search !== 'string') faults['ds.search'] = 'Search must be a text';
  },
};

function columnFaults(columns: unknown, faults: Record<string, string>): void {
  if (columns === undefined) return;
  if (!Array.isArray(columns)) {
    faults.columns = 'Columns are not a list';
    return;
  }
  const filled = new Set<string>();
  columns.forEach((column: unknown, i) => {
    const fault = isFields(column) ? columnFault(column) : 'is no object';
    if (fault !== null) faults[`columns.${i}`] = `Column ${i + 1} ${fault}`;
    else if (isFields(column) && column.selected !== false && isFilled(column.item_id)) {
      if (filled.has(column.item_id)) faults[`columns.${i}`] = `Two columns fill the field '${column.item_id}'`;
      filled.add(column.item_id);
    }
  });
}

function columnFault(column: Fields): string | null {
  const { name, value_type: type, format, transform = [], sample = [] } = column;
  if (typeof name !== 'string') return 'has no name';
  if (type !== undefined && !(typeof type === 'number' && isValueType(type))) {
    return `'${name}' has the value type ${String(type)}, which does not exist`;
  }
  if (isFilled(format) && !DATE_FORMATS.some((known) => known === format)) {
    return `'${name}': '${format}' is none of the date formats ${DATE_FORMATS.join(', ')}`;
  }
  if (!Array.isArray(sample) || sample.length > SAMPLES.valuesPerColumn) {
    return `'${name}' has more than ${SAMPLES.valuesPerColumn} sample values`;
  }
  if (!Array.isArray(transform)) return `'${name}': the transformation is not a list of functions`;
  for (const each of transform) {
    const fault = transformFault(each);
    if (fault !== null) return `'${name}': ${fault}`;
  }
  return null;
}
