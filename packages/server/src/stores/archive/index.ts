export { EmbeddedArchive } from './embedded.ts';
export type { Archive, ArchiveManifest, ArchiveObject, Sharding, WriteObject } from './port.ts';
