import type { Fields } from '../json/fields.ts';

const DAY = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4}`;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[ \u{a0}\u{202f}]?[AaPp]\.?[ \u{a0}\u{202f}]?[Mm]\.?)?`;
/** Marks of the direction of writing, which WhatsApp puts before lines and parts of them. */
const MARKS = String.raw`[\u{200e}\u{200f}]*`;
/** A message as WhatsApp exports it, on an iPhone in brackets and on others before a dash. */
const OF_PHONE = new RegExp(String.raw`^${MARKS}\[(${DAY}),? (${CLOCK})\] (?:([^:]{1,100}): )?(.*)$`, 'u');
const OF_OTHERS = new RegExp(String.raw`^(${DAY}),? (${CLOCK}) - (?:([^:]{1,100}): )?(.*)$`, 'u');

/** A message of a chat: when, who and what; null for a line that begins none. Notes of the program itself have no sender. */
export function chatEntry(line: string): Fields | null {
  const [isEntry, day, clock = '', sender = null, message = ''] = OF_PHONE.exec(line) ?? OF_OTHERS.exec(line) ?? [];
  if (isEntry === undefined) return null;
  const noon = clock.replaceAll(/[\u{a0}\u{202f}]/gu, ' ').replace(/([ap])\.?\s?(m)\.?$/i, '$1$2');
  return { time: `${day} ${noon}`, sender, message };
}
