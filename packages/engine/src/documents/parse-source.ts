import { isObjectValue, type ObjectValue, parseExactly, type Value } from './json.ts';
import { unreadable } from './refusal.ts';

/** Parses a document. @throws PlatformError mapper_parsing_exception */
export function parseSource(text: string): ObjectValue {
  let value: Value;
  try {
    value = parseExactly(text);
  } catch (cause) {
    throw unreadable('failed to parse', {
      type: 'json_parse_exception',
      reason: cause instanceof Error ? cause.message : String(cause),
    });
  }
  if (!isObjectValue(value))
    throw unreadable('failed to parse', { type: 'not_x_content_exception', reason: 'A document is a JSON object' });
  return value;
}
