import { malformed } from '@datasarana/schema';
import type { TokenFilter } from '../token.ts';

export const PAYLOAD_ENCODINGS = ['float', 'int', 'identity'] as const;
export type PayloadEncoding = (typeof PAYLOAD_ENCODINGS)[number];

const IS_NUMBER: Readonly<Record<PayloadEncoding, RegExp>> = {
  float: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  int: /^[+-]?\d+$/,
  identity: /^/,
};

/** Takes what stands behind a sign off each word. Nothing here asks for payloads, so they are looked at and not kept. */
export function delimitedPayload(delimiter: string, encoding: PayloadEncoding): TokenFilter {
  return (tokens) =>
    tokens.map((token) => {
      const at = token.word.indexOf(delimiter);
      if (at < 0) return token;
      const payload = token.word.slice(at + 1);
      if (!IS_NUMBER[encoding].test(payload)) throw malformed(`For input string: "${payload}"`, 'Write a number.');
      return { ...token, word: token.word.slice(0, at) };
    });
}
