export { EmbeddedSearchIndex } from './embedded.ts';
export type { DocumentWritten, Page, SearchIndex, SearchLimits, StoredDocument, SystemValues } from './port.ts';
