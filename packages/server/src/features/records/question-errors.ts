import type { FieldErrors } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import type { Doc } from './record-shape.ts';

/** Kinds that ask something of a template, and the item that holds what they ask as JSON text (VIS-04, QRY-22). */
const ASKED_IN: Readonly<Record<string, string>> = { 'visual.view': 'aggregate', 'data.query': 'body' };

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';

function objectFault(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'is not a JSON object';
  } catch (error) {
    return `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * What is wrong with the question of a view or saved search. Only what a write changes is looked at: a view whose template was
 * removed since can still be renamed.
 */
export async function questionErrors(
  store: RecordStore,
  scope: Scope,
  kind: string,
  doc: Doc,
  before: Doc,
): Promise<FieldErrors> {
  const item = Object.hasOwn(ASKED_IN, kind) ? ASKED_IN[kind] : undefined;
  if (item === undefined) return {};
  const errors: Record<string, string> = {};
  const { dataset, [item]: asked } = doc;
  if (isGiven(dataset) && dataset !== before.dataset) {
    const template = await store.get(scope, 'data.template', dataset);
    if (template === null || template.ts_removed !== null)
      errors.dataset = `dataset: there is no template "${dataset}"`;
  }
  const fault = isGiven(asked) && asked !== before[item] ? objectFault(asked) : null;
  if (fault !== null) errors[item] = `${item} ${fault}`;
  return errors;
}
