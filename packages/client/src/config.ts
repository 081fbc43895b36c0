/** Fixed values of an installation, served by the platform, never built into a bundle (APP-18). */
export interface AppConfig {
  readonly app_id: string;
  readonly app_key: string;
  /** Address of the platform; its calls live under `/api` (API-01). */
  readonly base_url: string;
  readonly tenant_id: string;
  readonly messaging_url?: string;
  readonly maps_url?: string;
  readonly tenant_name?: string;
  readonly cluster_name?: string;
  readonly version?: string;
}

/** The platform's calls live under `/api` of its address, whether the configuration says so or not (API-01). */
export const apiAddress = (base: string): string => `${base.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;

const NEEDED = ['app_id', 'app_key', 'base_url', 'tenant_id'] as const;

/** APP-11: the data layer does not start; `missing` names every value that is not there. */
export class ConfigurationMissing extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super(`Configuration is missing: ${missing.join(', ')}`);
    this.name = 'ConfigurationMissing';
    this.missing = missing;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks what `/app-config.json` answered. @throws ConfigurationMissing */
export function parseConfig(value: unknown): AppConfig {
  const given = isObject(value) ? value : {};
  const missing = NEEDED.filter((name) => typeof given[name] !== 'string' || given[name] === '');
  if (missing.length > 0) throw new ConfigurationMissing(missing);
  return given as unknown as AppConfig;
}

/** Reads the configuration from the platform that serves the page. @throws ConfigurationMissing */
export async function loadConfig(address = '/app-config.json'): Promise<AppConfig> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new ConfigurationMissing(NEEDED);
  return parseConfig(await response.json());
}
