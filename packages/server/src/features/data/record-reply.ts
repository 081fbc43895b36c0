import type { StoredDocument } from '../../stores/search/port.ts';
import { visiblePart } from './field-rights.ts';

/** ENT-48: always there, null when unknown. */
const NO_META = Object.fromEntries(
  ['user_id', 'user_name', 'location', 'group_id', 'group_name', 'template_id', 'template_name', 'schema_version'].map(
    (name) => [name, null],
  ),
);

/** A stored document as it is answered (API-29, ENT-48). */
export function recordReply({ id, version, system, source }: StoredDocument, hidden: readonly string[]) {
  const meta = Object.fromEntries(
    Object.entries(system).map(([name, value]) => [name.replace(/^_/, ''), value ?? null]),
  );
  return { id, version, meta: { ...NO_META, id, ...meta }, data: visiblePart(source, hidden) };
}
