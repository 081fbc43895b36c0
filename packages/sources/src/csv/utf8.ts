/** True when the bytes are UTF-8, where the last character may be cut. */
export function isUtf8Prefix(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
