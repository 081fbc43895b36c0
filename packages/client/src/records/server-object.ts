import { decodeRecord, type Schema } from '@datasarana/schema';
import type { Values } from './record-source.ts';

/** The only label under which JSON of the server becomes an object (REC-28). */
const ACCEPTED = 'user.group';

/**
 * JSON of the server as an object (REC-28…30, REC-41): only one labelled `user.group` is taken; everything else is turned
 * away and only logged. The label itself is left out.
 */
export function objectFromServer(json: unknown, schema: Schema): Values | undefined {
  if (json === null || json === undefined || json === '') {
    console.error('not a valid json');
    return undefined;
  }
  const value = typeof json === 'string' ? parsed(json) : json;
  if (typeof value !== 'object' || value === null || !('label' in value) || value.label !== ACCEPTED) {
    console.error('not a valid server object');
    return undefined;
  }
  const { label: _, ...items } = value;
  return decodeRecord(schema.items, items);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
