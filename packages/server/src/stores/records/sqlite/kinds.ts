import { checkPath } from '../item-path.ts';
import type { KindOptions, Realm } from '../port.ts';
import { isSecretPath } from '../secret-fields.ts';

/** A declared kind as it travels between the threads. */
export interface Kind {
  readonly name: string;
  readonly realm: Realm;
  readonly searchable: readonly string[];
  readonly indexes: readonly { readonly path: string; readonly unique: boolean }[];
}

export function createKind(name: string, realm: Realm, options: KindOptions = {}): Kind {
  const searchable = options.searchable ?? [];
  const indexes = (options.indexes ?? []).map(({ path, unique }) => ({ path, unique: unique ?? false }));
  for (const path of [...searchable, ...indexes.map((index) => index.path)])
    if (isSecretPath(checkPath(path))) throw new Error(`Kind '${name}' cannot be searched by the secret '${path}'`);
  return { name, realm, searchable, indexes };
}

/** Grows when the tables that are made from records change their shape. */
const SHAPE = 2;

/** What the stored search texts and indexes depend on; another text means they are rebuilt. */
export const kindFingerprint = (kind: Kind): string =>
  JSON.stringify({ shape: SHAPE, searchable: kind.searchable, indexes: kind.indexes.map((index) => index.path) });

/** Whether search texts that were made under an earlier fingerprint are those of this kind. */
export function hasTextsOf(stored: string, kind: Kind): boolean {
  const { shape, searchable }: { shape?: number; searchable?: readonly string[] } = JSON.parse(stored);
  return shape === SHAPE && JSON.stringify(searchable) === JSON.stringify(kind.searchable);
}
