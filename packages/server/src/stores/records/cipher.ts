import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** Keeps secrets unreadable at rest (SEC-01). `context` binds a sealed text to its place, so it cannot be moved elsewhere. */
export interface Cipher {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
}

const PREFIX = 'sealed:1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a 32-byte key. The nonce is derived from key, context and text, so that the same secret in the same place
 * seals to the same text: an unchanged secret is then no difference in the history, and no nonce serves two texts.
 */
export function createCipher(key: Buffer): Cipher {
  if (key.length !== 32) throw new Error(`The record key has ${key.length} bytes, it needs 32`);
  const nonceKey = createHmac('sha256', key).update('record nonce').digest();
  const dataKey = createHmac('sha256', key).update('record data').digest();
  return {
    seal(plain, context) {
      const iv = createHmac('sha256', nonceKey)
        .update(`${context.length}:${context}${plain}`)
        .digest()
        .subarray(0, IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', dataKey, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', dataKey, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX);

/** Whether a document's JSON can hold a sealed value at all; spares the walk through most documents. */
export const mayHoldSealed = (json: string): boolean => json.includes(`"${PREFIX}`);
