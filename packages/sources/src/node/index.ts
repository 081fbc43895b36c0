export { FileRefused } from '../refusal.ts';
export type { ScanSink } from './row-writer.ts';
export {
  type LineMap,
  type ScanHeader,
  type ScanOptions,
  type ScanResult,
  type StructuralReject,
  scanCsv,
} from './scan.ts';
