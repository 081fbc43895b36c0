import { accessEntry } from './access-log.ts';

/** What the extended format begins with: its version, and the names of the fields. */
const DIRECTIVES = /^(?=(?:#[^\n]*\n)*#Version:)(?:#[^\n]*\n)*#Fields:(?:[ \t]+[\w()-]+){2,}\s/i;
const LOOKED_AT = 20;
/** Of these at least: a line that a client has broken is in any log. */
const ENTRIES = 2 / 3;

/** Whether a text is a log of a web server: its first line leaves no doubt, and most of those behind it do not. */
export function isLog(text: string): boolean {
  if (DIRECTIVES.test(text)) return true;
  const lines = text.split('\n', LOOKED_AT + 1);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const filled = whole.map((line) => line.trimEnd()).filter((line) => line !== '');
  const entries = filled.map(accessEntry);
  return (entries[0] ?? null) !== null && entries.filter((entry) => entry !== null).length >= ENTRIES * entries.length;
}
