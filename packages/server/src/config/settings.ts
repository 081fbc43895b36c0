import { existsSync } from 'node:fs';
import path from 'node:path';
import { passwordFault } from '../access/passwords.ts';
import { StartRefused } from '../lifecycle/start-refused.ts';
import type { Settings } from './config.ts';
import { proxyFault } from './proxies.ts';
import { settingsFile } from './settings-file.ts';

/** Settings that do not hold, all of them at once, each named with what it should be. */
export class SettingsRefused extends StartRefused {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The platform cannot start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsRefused';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'DATASARANA_';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const KNOWN = new Set(
  [
    'PORT',
    'HOST',
    'DATA',
    'ADMIN_LOGIN',
    'ADMIN_PASSWORD',
    'APP_ID',
    'APP_KEY',
    'TENANT_ID',
    'TENANT_HOSTS',
    'MESSAGING_URL',
    'MAPS_URL',
    'BASE_URL',
    'ORIGINS',
    'TRUST_PROXY',
    'LOG',
    'SEARCH_MEMORY',
    'WEB_ROOT',
    'SETTINGS',
    'URL',
  ].map((name) => `${PREFIX}${name}`),
);

/**
 * Reads `DATASARANA_…` variables; what they do not say is read from the JSON file that `DATASARANA_SETTINGS` names
 * (the same names). @throws SettingsRefused naming every wrong one, and every unknown one of the file
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const file = settingsFile(environment.DATASARANA_SETTINGS, faults);
  const said: Environment = { ...definedOf(file), ...definedOf(environment) };
  for (const name of Object.keys(file)) if (!KNOWN.has(name)) faults.push(notASetting(name));
  const port = portOf(said.DATASARANA_PORT ?? '8080', faults);
  const logLevel = said.DATASARANA_LOG ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    faults.push(`DATASARANA_LOG is "${logLevel}", it must be one of ${LOG_LEVELS.join(', ')}`);
  const administrator = administratorOf(said, faults);
  const trustProxy = listOf('DATASARANA_TRUST_PROXY', said, proxyFault, faults);
  const tenantHosts = listOf('DATASARANA_TENANT_HOSTS', said, tenantHostFault, faults);
  const origins = listOf('DATASARANA_ORIGINS', said, originFault, faults);
  const addresses = {
    messagingUrl: addressOf('DATASARANA_MESSAGING_URL', said, ['ws:', 'wss:'], faults),
    mapsUrl: addressOf('DATASARANA_MAPS_URL', said, ['http:', 'https:'], faults),
    baseUrl: addressOf('DATASARANA_BASE_URL', said, ['http:', 'https:'], faults),
  };
  const webRoot = webRootOf(said.DATASARANA_WEB_ROOT, faults);
  const searchMemoryMb = memoryOf(said.DATASARANA_SEARCH_MEMORY, faults);
  if (faults.length > 0) throw new SettingsRefused(faults);
  return {
    port,
    host: said.DATASARANA_HOST ?? '127.0.0.1',
    data: path.resolve(said.DATASARANA_DATA ?? 'data'),
    origins,
    ...(trustProxy.length > 0 && { trustProxy }),
    ...(tenantHosts.length > 0 && { tenantHosts: new Map(tenantHosts.map(hostAndTenant)) }),
    logLevel,
    webRoot,
    ...withoutUndefined({
      ...administrator,
      appId: said.DATASARANA_APP_ID,
      appKey: said.DATASARANA_APP_KEY,
      tenantId: said.DATASARANA_TENANT_ID,
      ...addresses,
      searchMemoryMb,
    }),
  };
}

/** The first administrator, whose password keeps the rules every other one has to keep (AUT-13). */
function administratorOf(
  { DATASARANA_ADMIN_LOGIN: adminLogin, DATASARANA_ADMIN_PASSWORD: adminPassword }: Environment,
  faults: string[],
): { readonly adminLogin: string | undefined; readonly adminPassword: string | undefined } {
  if ((adminLogin === undefined) !== (adminPassword === undefined)) {
    faults.push(
      'DATASARANA_ADMIN_LOGIN and DATASARANA_ADMIN_PASSWORD make the first administrator together: set both or none',
    );
  }
  const fault = adminPassword === undefined ? null : passwordFault(adminPassword, adminLogin ?? '');
  if (fault !== null) faults.push(`DATASARANA_ADMIN_PASSWORD is refused: ${fault}`);
  return { adminLogin, adminPassword };
}

/** `a, b` → its parts, each without a fault. */
function listOf(
  name: string,
  said: Environment,
  faultOf: (entry: string) => string | null,
  faults: string[],
): readonly string[] {
  const entries = (said[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const entry of entries) {
    const fault = faultOf(entry);
    if (fault !== null) faults.push(`${name} names "${entry}": ${fault}`);
  }
  return entries;
}

/** `Maps.example=01M8…` → its host as it is compared, and its tenant. */
function hostAndTenant(entry: string): readonly [host: string, tenant: string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at).trim().toLowerCase(), entry.slice(at + 1).trim()];
}

/** What is wrong with a tenant's host, or null. */
function tenantHostFault(entry: string): string | null {
  const [host, tenant] = hostAndTenant(entry);
  const isHost = URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host;
  if (isHost && /^[\w-]+$/.test(tenant)) return null;
  return 'write the name of a host, without scheme and port, and the id of its tenant, as "maps.example=01HX…"';
}

/** What is wrong with the origin of a page, or null: it is compared with what a browser sends, letter by letter. */
function originFault(entry: string): string | null {
  const url = URL.canParse(entry) ? new URL(entry) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  if (isWeb && url.origin === entry) return null;
  return `write it as a browser sends it, as "${isWeb ? url.origin : 'https://maps.example'}"`;
}

/** Names of the platform's form that it does not know: spelling faults, or another program's. */
export const unknownSettings = (environment: Environment): readonly string[] =>
  Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !KNOWN.has(name));

function notASetting(name: string): string {
  const meant = `${PREFIX}${name.toUpperCase()}`;
  return `${name} is not a setting of the platform${KNOWN.has(meant) ? `: write ${meant}` : ''}`;
}

const definedOf = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name.startsWith(PREFIX) && value !== undefined && value !== '',
    ),
  );

function portOf(text: string, faults: string[]): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    faults.push(`DATASARANA_PORT is "${text}", it must be a number from 0 to 65535`);
  return port;
}

/** Less is not enough for the pieces a large batch is indexed in. */
const LEAST_MEMORY_MB = 256;

function memoryOf(text: string | undefined, faults: string[]): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text) || Number(text) < LEAST_MEMORY_MB)
    faults.push(
      `DATASARANA_SEARCH_MEMORY is "${text}", it must be a whole number of megabytes, ${LEAST_MEMORY_MB} at least`,
    );
  return Number(text);
}

/** The application that stands beside the server need not be built; one somebody names is meant to be served. */
function webRootOf(text: string | undefined, faults: string[]): string {
  if (text !== undefined && !existsSync(path.join(text, 'index.html')))
    faults.push(`DATASARANA_WEB_ROOT is "${text}", which holds no built web application: there is no index.html in it`);
  return path.resolve(text ?? path.join(import.meta.dirname, '../../../web/dist'));
}

function addressOf(
  name: string,
  said: Environment,
  protocols: readonly string[],
  faults: string[],
): string | undefined {
  const text = said[name];
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    faults.push(
      `${name} is "${text}", it must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  }
  return text;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Defined<T>;
