import type { Cell } from '../../rows/row-reader.ts';
import { geometryText } from './geometry.ts';

/** A cell as the driver offers it: raw, or read by its own rules. */
export interface DriverField {
  readonly type: string;
  string(encoding?: string): string | null;
  buffer(): Buffer | null;
}

function bits(bytes: Buffer): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return value.toString();
}

/**
 * A cell as text: numbers with every digit the server sent, dates as `YYYY-MM-DD hh:mm:ss[.ffffff]` in UTC, bits as a whole
 * number, geometry as GeoJSON, bytes in base64.
 */
export function mysqlCell(field: DriverField, next: () => unknown): Cell {
  switch (field.type) {
    case 'BIT': {
      const bytes = field.buffer();
      return bytes === null ? null : bits(bytes);
    }
    case 'GEOMETRY': {
      const bytes = field.buffer();
      return bytes === null || bytes.length === 0 ? null : geometryText(bytes);
    }
    case 'VECTOR':
      return field.buffer()?.toString('base64') ?? null;
    case 'JSON':
      return field.string('utf8');
    case 'STRING':
    case 'VAR_STRING':
    case 'VARCHAR':
    case 'BLOB':
    case 'TINY_BLOB':
    case 'MEDIUM_BLOB':
    case 'LONG_BLOB': {
      const value = next();
      return Buffer.isBuffer(value) ? value.toString('base64') : (value as string | null);
    }
    default:
      return field.string();
  }
}
