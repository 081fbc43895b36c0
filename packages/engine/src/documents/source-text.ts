import { keepDigits } from './keep-digits.ts';

/**
 * The document as it was sent. Written as it is, it comes back byte for byte; `parsed` is for who wants a part of it and
 * keeps the digits of every number.
 */
export class SourceText {
  readonly [field: string]: unknown;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get parsed(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.text, keepDigits);
  }
}
