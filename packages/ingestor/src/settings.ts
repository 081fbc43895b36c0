import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/** What the service is started with. */
export interface Settings {
  /** Address of the platform's API with its `/api`. */
  readonly platform: string;
  /** Pages of these origins may call; the platform's own is always among them (ING-18). */
  readonly origins: readonly string[];
  readonly host: string;
  readonly port: number;
  /** Folder of its own: progress, spool, uploads, logs. */
  readonly data: string;
  readonly name: string;
  /** Folders that may be watched; empty = every one this process can read. */
  readonly folders: readonly string[];
  /** Pushes at the same time. */
  readonly parallel: number;
  /** Bytes that may wait on disk for the platform. */
  readonly spoolBytes: number;
  /** Bytes of refused rows that are kept of files that are gone. */
  readonly refusedBytes: number;
  /** ms for which they are kept. */
  readonly refusedMs: number;
  /** ms between two looks at a folder or table. */
  readonly lookMs: number;
  /** ms without growth after which a file counts as written. */
  readonly settleMs: number;
  readonly quiet: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const KNOWN = [
  'PLATFORM',
  'ORIGINS',
  'HOST',
  'PORT',
  'DATA',
  'NAME',
  'FOLDERS',
  'PARALLEL',
  'SPOOL_MB',
  'REFUSED_MB',
  'REFUSED_DAYS',
  'LOOK_MS',
  'SETTLE_MS',
  'LOG',
  'SETTINGS',
].map((name) => `INGESTOR_${name}`);

/** Settings that do not hold, all at once. */
export class SettingsRefused extends Error {
  constructor(faults: readonly string[]) {
    super(`The ingestor cannot start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsRefused';
  }
}

/**
 * Reads `INGESTOR_…` variables; what they do not say is read from the JSON file that `INGESTOR_SETTINGS` names.
 * @throws SettingsRefused naming every wrong one
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const said: Environment = { ...settingsFile(environment.INGESTOR_SETTINGS, faults), ...definedOf(environment) };
  for (const name of Object.keys(said))
    if (name.startsWith('INGESTOR_') && !KNOWN.includes(name)) faults.push(`${name} is not a setting of the ingestor`);
  const platform = platformOf(said.INGESTOR_PLATFORM ?? 'http://127.0.0.1:8080', faults);
  const origins = listOf(said.INGESTOR_ORIGINS);
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      faults.push(`INGESTOR_ORIGINS names "${origin}", it must be like https://platform.example`);
  const log = said.INGESTOR_LOG ?? 'info';
  if (log !== 'info' && log !== 'silent') faults.push(`INGESTOR_LOG is "${log}", it must be info or silent`);
  const settings: Settings = {
    platform: `${platform?.origin}/api`,
    origins: [...new Set([platform?.origin ?? '', ...origins])],
    host: said.INGESTOR_HOST ?? '127.0.0.1',
    port: wholeOf('PORT', said, 7420, [0, 65_535], faults),
    data: path.resolve(said.INGESTOR_DATA ?? 'ingestor-data'),
    name: said.INGESTOR_NAME ?? hostname(),
    folders: listOf(said.INGESTOR_FOLDERS).map((folder) => path.resolve(folder)),
    parallel: wholeOf('PARALLEL', said, 4, [1, 64], faults),
    spoolBytes: wholeOf('SPOOL_MB', said, 1024, [1, 1_000_000], faults) * 1024 ** 2,
    refusedBytes: wholeOf('REFUSED_MB', said, 256, [1, 1_000_000], faults) * 1024 ** 2,
    refusedMs: wholeOf('REFUSED_DAYS', said, 90, [1, 36_500], faults) * 24 * 3_600_000,
    lookMs: wholeOf('LOOK_MS', said, 1000, [20, 3_600_000], faults),
    settleMs: wholeOf('SETTLE_MS', said, 2000, [0, 3_600_000], faults),
    quiet: log === 'silent',
  };
  if (faults.length > 0) throw new SettingsRefused(faults);
  return settings;
}

const listOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const definedOf = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith('INGESTOR_') && value !== undefined),
  );

function settingsFile(file: string | undefined, faults: string[]): Environment {
  if (file === undefined) return {};
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error('it is no JSON object');
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
  } catch (cause) {
    faults.push(
      `INGESTOR_SETTINGS names ${file}, which cannot be read: ${cause instanceof Error ? cause.message : cause}`,
    );
    return {};
  }
}

function platformOf(text: string, faults: string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  faults.push(`INGESTOR_PLATFORM is "${text}", it must be the address of the platform, like https://platform.example`);
  return null;
}

function wholeOf(
  name: string,
  said: Environment,
  otherwise: number,
  [least, most]: readonly [number, number],
  faults: string[],
): number {
  const text = said[`INGESTOR_${name}`];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  faults.push(`INGESTOR_${name} is "${text}", it must be a whole number from ${least} to ${most}`);
  return otherwise;
}
