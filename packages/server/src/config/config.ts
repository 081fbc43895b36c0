import type { JWK } from 'jose';

/** What `DATASARANA_…` variables or the settings file say (issue A.6). */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Folder of everything the platform keeps. */
  readonly data: string;
  readonly adminLogin?: string;
  readonly adminPassword?: string;
  readonly appId?: string;
  readonly appKey?: string;
  readonly tenantId?: string;
  /** Ids of further tenants by the host names, in small letters, at which their people sign in. */
  readonly tenantHosts?: ReadonlyMap<string, string>;
  readonly messagingUrl?: string;
  readonly mapsUrl?: string;
  /** Public address when a proxy stands in front; else the address of the request. */
  readonly baseUrl?: string;
  /** Further origins whose pages may call (SEC-09); the platform's own origin always may. */
  readonly origins: readonly string[];
  /** Addresses of the proxies in front: only they may say whose call they pass on (X-Forwarded-For, -Host, -Proto). */
  readonly trustProxy?: readonly string[];
  readonly logLevel: string;
  /** What the search engine of one tenant may hold in memory before it spills to disk. */
  readonly searchMemoryMb?: number;
  /** Folder of the built web application. */
  readonly webRoot: string;
}

/** One key of the ring that signs and checks tokens; the newest signs. */
export interface SigningKey {
  readonly kid: string;
  /** Epoch ms. */
  readonly created: number;
  readonly jwk: JWK;
}

/** Settings and what the first start generated and keeps in `data/config.json`. */
export interface Config extends Settings {
  readonly appId: string;
  readonly appKey: string;
  readonly tenantId: string;
  readonly clusterId: string;
  /** The ring as it was at start; `SigningKeys` renews it while the platform runs. */
  readonly signingKeys: readonly SigningKey[];
  /** Base64 of 32 bytes: encrypts secrets at rest (SEC-01). */
  readonly dataKey: string;
}
