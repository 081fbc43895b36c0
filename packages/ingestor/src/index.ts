export { REPLAYED } from './console/console.ts';
export { type Ingestor, type IngestorOptions, startIngestor } from './ingestor.ts';
export { readSettings, type Settings, SettingsRefused } from './settings.ts';
export { FolderInUse } from './state/database.ts';
