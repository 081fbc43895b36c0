import { PLATFORM_SCHEMAS } from './platform-schemas/index.ts';
import type { Schema } from './schema.ts';
import { BUNDLED_SCHEMAS, SYSTEM_SCHEMAS } from './system-schemas/index.ts';

const byName = new Map<string, Schema>([...SYSTEM_SCHEMAS, ...PLATFORM_SCHEMAS].map((schema) => [schema.name, schema]));
const bundled = new Set(BUNDLED_SCHEMAS.map((schema) => schema.name));

/** The schema of a record kind: one of the 31 or of the platform's own; undefined for a kind nobody declares. */
export const schemaOfKind = (kind: string): Schema | undefined => byName.get(kind);

/** Whether a schema is one of the 15 that may be read without a session (SCH-10, SCH-17). */
export const isBundledSchema = (name: string): boolean => bundled.has(name);
