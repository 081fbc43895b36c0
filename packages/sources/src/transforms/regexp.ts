import { RE2JS } from 're2js';

/** Longest pattern that is compiled. */
const PATTERN_LIMIT = 1000;

/**
 * Compiles a pattern that is matched in time linear in the text, whatever it says (RE2: no back references, no look-around).
 * @throws Error saying what is wrong with the pattern
 */
export function compilePattern(pattern: string): RE2JS {
  if (pattern.length > PATTERN_LIMIT) throw new Error(`The pattern is longer than ${PATTERN_LIMIT} characters`);
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    throw new Error(`'${pattern}' is no pattern: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
