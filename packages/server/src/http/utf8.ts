import type { PlatformError } from '@datasarana/schema';

/**
 * The text of bytes, without a mark of their order before it. Bytes that are no UTF-8 would be stored as signs of replacement, and nobody
 * would be told. @throws PlatformError the refusal of such bytes
 */
export function utf8Text(bytes: Uint8Array, refusal: () => PlatformError): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal();
  }
}
