export { EmbeddedArchive } from './embedded.ts';
export type { Archive, ArchiveManifest, ArchiveObject, Sharding } from './port.ts';
