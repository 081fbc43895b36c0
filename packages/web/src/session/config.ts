/** Fixed values of this installation, served by the platform and never built into the bundle (APP-18). */
export interface AppConfig {
  readonly app_id: string;
  readonly app_key: string;
  readonly base_url: string;
  readonly tenant_id: string;
  readonly messaging_url?: string;
  readonly maps_url?: string;
}

const needed = ['app_id', 'app_key', 'base_url', 'tenant_id'] as const;

export class ConfigurationMissing extends Error {
  readonly missing: readonly string[];
  constructor(missing: readonly string[]) {
    super(`Configuration is missing: ${missing.join(', ')}`);
    this.name = 'ConfigurationMissing';
    this.missing = missing;
  }
}

/** Checks what `/app-config.json` answered; names every missing value (APP-11). */
export function parseConfig(value: unknown): AppConfig {
  const given: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const missing = needed.filter((key) => typeof given[key] !== 'string' || given[key] === '');
  if (missing.length > 0) throw new ConfigurationMissing(missing);
  return given as unknown as AppConfig;
}

export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/app-config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new ConfigurationMissing(needed);
  return parseConfig(await response.json());
}
