import { isFields } from './fields.ts';

const ACTIONS: readonly string[] = ['index', 'create', 'update', 'delete'];
/** What search engines and what dumps them write into an action. */
const SAID: ReadonlySet<string> = new Set(
  '_index _id _type _routing routing pipeline version version_type _version _version_type if_seq_no if_primary_term require_alias require_data_stream dynamic_templates retry_on_conflict list_executed_pipelines _source'.split(
    ' ',
  ),
);

/** What is done with a document. */
export interface Action {
  readonly kind: string;
  readonly id: unknown;
}

/** What a line of a bulk request of OpenSearch says is done with the document on the next one; null where it is no such line. */
export function actionIn(line: unknown): Action | null {
  if (!isFields(line)) return null;
  const [[kind, said] = ['', null], ...others] = Object.entries(line);
  if (others.length > 0 || !ACTIONS.includes(kind) || !isFields(said)) return null;
  return Object.keys(said).every((name) => SAID.has(name)) ? { kind, id: said._id } : null;
}

/** Whether a text begins as a bulk request does: a line with an action, and one with its document. */
export function isBulk(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  try {
    const action = actionIn(JSON.parse(first));
    if (action === null) return false;
    const next: unknown = second.trim() === '' ? null : JSON.parse(second);
    return action.kind === 'delete' ? actionIn(next) !== null : isFields(next) && actionIn(next) === null;
  } catch {
    return false;
  }
}
