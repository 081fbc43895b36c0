/** Default page sizes of list searches (LIM-01…05). */
export const PAGE_SIZES = {
  'user.group': 10,
  'cluster.tenant': 10,
  'tenant.domain.account': 20,
  'tenant.group.user': 10,
  'tenant.group.template': 10,
  'session.group.template': 10,
} as const;

/** Of every list that has none of its own (LIM-04). */
export const DEFAULT_PAGE_SIZE = 50;

/** Most rows a list search may ask for (API-08). */
export const MAX_LIST_ROWS = 10_000;

/** Earlier states of a record, and removed records, that are told at once (API-30). */
export const RECORD_STATES = 100;

/** Where sampling ends (LIM-06). */
export const SAMPLES = { valuesPerColumn: 10, previewRows: 100, spatialFeatures: 100, queryRows: 10 } as const;

/** How often session and lists are looked at again, in ms (LIM-07, SES-08). */
export const REFRESH_RATE = 300_000;

/** Largest upload, in bytes (LIM-11). */
export const UPLOAD_LIMIT = 1024 ** 3;
/** Largest XLSX, in bytes (LIM-11). */
export const XLSX_LIMIT = 100 * 1024 ** 2;

/** Largest JSON body, in bytes (SEC-10); streams and uploads have limits of their own. */
export const BODY_LIMIT = 10 * 1024 ** 2;
/** Deepest JSON body, in levels (SEC-10). */
export const NESTING_LIMIT = 32;

/** Time a call may wait for its reply, in ms (ERR-19). */
export const REPLY_TIMEOUT = 60_000;

/** Where a capture starts without a fix (MOB-02). */
export const DEFAULT_LOCATION = { lat: 3.118, lon: 101.621 } as const;

/** ING-20: where a local ingestor service listens unless told otherwise. */
export const INGESTOR_ADDRESS = 'http://127.0.0.1:7420';
