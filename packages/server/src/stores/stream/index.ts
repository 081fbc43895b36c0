export { EmbeddedStreamLog } from './embedded/stream-log.ts';
export type * from './port.ts';
