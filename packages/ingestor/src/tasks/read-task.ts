import path from 'node:path';
import { invalid, malformed, newId } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import { scheduleFault } from '@datasarana/sources/schedule';
import type { TaskSettings, TaskTemplate, WatchEvent } from './task.ts';

/** What `/local/add` takes, checked. */
export interface TaskDraft {
  readonly task: string;
  readonly template: TaskTemplate;
  readonly source: Source;
  readonly settings: TaskSettings;
}

type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const CHOICES = {
  mode: ['Continuous', 'Once'],
  schedule: ['Immediately', 'At time', 'Cron'],
  on_error: ['Ignore', 'Stop', 'Retry'],
} as const;
const EVENTS: readonly WatchEvent[] = ['Created', 'Modified', 'Deleted'];
const READABLE = ['csv', 'json', 'spatial', 'database'];
/** Databases whose reader is in this version. */
export const READABLE_DATABASES = ['mysql', 'sqlserver', 'sqlite'] as const;

export const isReadable = (provider: string): provider is (typeof READABLE_DATABASES)[number] =>
  READABLE_DATABASES.some((known) => known === provider);

/** Reads a body of `/local/add`. @throws PlatformError 32, or 31/422 with a message per field */
export async function readTask(body: unknown): Promise<TaskDraft> {
  if (!isObject(body) || !isObject(body.template) || !isObject(body.source))
    throw malformed('The body must hold template and source.', 'Send {"template": {…}, "source": {…}}.');
  const faults: Record<string, string> = {};
  const template = readTemplate(body.template, faults);
  const source = readSource(body.source, faults);
  await judgeSource(source, faults);
  const block = isObject(body.source.task) ? body.source.task : {};
  const settings = readTaskSettings(block, faults);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return { task: textOf(block.id) || template.id, template, source, settings };
}

/** Whether a text may be an API token of a platform. */
export const isToken = (text: string): boolean => /^dst_[\w-]+$/.test(text);

function readTemplate(given: Body, faults: Record<string, string>): TaskTemplate {
  const [id, token] = [textOf(given.id), textOf(given.token)];
  if (id === '') faults['template.id'] = 'The template needs its id';
  if (!isToken(token)) faults['template.token'] = 'The template needs an API token that may write to it';
  return { id, name: textOf(given.name) || id, token };
}

/** The file, or the table of a database, that a source names. */
export const placeOf = (source: Source): string =>
  source.db
    ? `${source.db.file ?? `${source.db.host ?? ''}:${source.db.port ?? ''}/${source.db.database ?? ''}`}#${source.db.table ?? ''}`
    : (source.csv?.file ?? source.file_json?.file ?? source.spatial?.file ?? '');

const isFilePath = (place: unknown): boolean => {
  const file = textOf(place);
  return file !== '' && !file.includes('\0') && file.isWellFormed() && !/[/\\]$/.test(file);
};

const NO_FILE = 'Give the path of a file or a pattern, like /data/in/*.csv';

function readSource(given: Body, faults: Record<string, string>): Source {
  const source = { columns: [], ...given, id: textOf(given.id) || newId() } as unknown as Source;
  if (!READABLE.includes(source.format))
    faults['source.format'] = `'${source.format}' cannot be read here: choose csv, json, spatial or database`;
  const place = placeOf(source);
  if (source.db) {
    if (!isReadable(source.provider))
      faults['source.provider'] = `'${source.provider}' cannot be read here: choose ${READABLE_DATABASES.join(', ')}`;
    if (source.provider === 'sqlite' && !path.isAbsolute(textOf(source.db.file)))
      faults['source.db.file'] = 'Give the full path of the SQLite file on this machine, like /data/in/shop.db';
    if (!source.db.table) faults['source.db.table'] = 'Choose a table';
  } else if (!isFilePath(place)) faults['source.file'] = NO_FILE;
  return { ...source, name: textOf(given.name) || place };
}

/** A source that is looked at before it is whole. @throws PlatformError 32, or 31/422 for a setting that can be none */
export async function readLook(given: unknown): Promise<Source> {
  if (!isObject(given)) throw malformed('The body must hold source.');
  const source = { columns: [], ...given } as unknown as Source;
  const { sourceFaults } = await import('@datasarana/sources');
  const faults: Record<string, string> = {};
  for (const [setting, fault] of Object.entries(sourceFaults(source))) {
    const [block = '', name] = setting.split('.');
    const settings = given[block];
    const value = name !== undefined && isObject(settings) ? settings[name] : undefined;
    if (value !== undefined && value !== null && value !== '') faults[`source.${setting}`] = fault;
  }
  const place: unknown = source.db ? '' : placeOf(source);
  if (typeof place !== 'string' || place.includes('\0') || !place.isWellFormed()) faults['source.file'] ??= NO_FILE;
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return source;
}

/** What is wrong with a source as the platform judges it; what was said already is not said again. */
async function judgeSource(source: Source, faults: Record<string, string>): Promise<void> {
  // a service at rest holds no reader of files
  const { sourceFaults } = await import('@datasarana/sources');
  const isSaid = (setting: string): boolean => Object.keys(faults).some((name) => name.startsWith(`source.${setting}`));
  const fileIsSaid = isSaid('file');
  for (const [setting, fault] of Object.entries(sourceFaults(source)))
    if (!isSaid(setting) && !(fileIsSaid && setting.endsWith('.file'))) faults[`source.${setting}`] = fault;
}

/** @internal shared with the tests of its messages */
export function readTaskSettings(given: Body, faults: Record<string, string>): TaskSettings {
  const choice = <K extends keyof typeof CHOICES>(name: K): (typeof CHOICES)[K][number] => {
    const known: readonly string[] = CHOICES[name];
    const value = given[name] ?? known[0];
    if (typeof value !== 'string' || !known.includes(value))
      faults[`task.${name}`] = `'${value}' is none of ${known.join(', ')}`;
    return value as (typeof CHOICES)[K][number];
  };
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = given[name] ?? otherwise;
    if (typeof value !== 'boolean') faults[`task.${name}`] = `'${String(value)}' is neither true nor false`;
    return value === true;
  };
  const events = given.watch_events ?? ['Created', 'Modified'];
  if (!Array.isArray(events) || events.length === 0 || !events.every((event) => EVENTS.includes(event)))
    faults['task.watch_events'] = `Give some of ${EVENTS.join(', ')}`;
  const settings: TaskSettings = {
    mode: choice('mode'),
    schedule: choice('schedule'),
    at: textOf(given.at),
    bulk: flag('bulk', true),
    adaptive: flag('adaptive', false),
    watch_events: events as readonly WatchEvent[],
    on_error: choice('on_error'),
    slow_mo: flag('slow_mo', false),
  };
  const fault = scheduleFault(settings);
  if (fault) faults['task.at'] = fault;
  return settings;
}
