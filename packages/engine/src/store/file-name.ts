import { createHash } from 'node:crypto';

const PLAIN = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * File name of a tenant's database. Plain lower-case ids keep their name; anything else becomes a digest, so that no id
 * can leave the folder and no two ids meet on a file system that ignores case.
 */
export function tenantFileName(tenant: string): string {
  if (PLAIN.test(tenant)) return `${tenant}.duckdb`;
  return `_${createHash('sha256').update(tenant, 'utf8').digest('hex')}.duckdb`;
}
