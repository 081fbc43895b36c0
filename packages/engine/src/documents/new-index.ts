import { randomBytes } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalogue } from '../index/catalogue.ts';
import type { IndexLayout } from '../index/layout.ts';
import { type AliasChange, changeAliases } from './aliases.ts';
import { alterTables } from './alter.ts';
import { refuseUnreadAnalysis } from './analysis.ts';
import { streamNamed } from './data-streams.ts';
import { definitionOf } from './definition.ts';
import { refuseWrongReferences } from './field-references.ts';
import { refuseUnfitSort } from './index-sort.ts';
import { refuseBeyondLimits } from './mapping-limits.ts';
import { asBody, type Names } from './names.ts';
import { indexExists, invalidAlias, invalidIndexName } from './refusal.ts';
import { newSettings } from './settings.ts';
import type { TemplateParts } from './templates.ts';

/** A name means an index, an alias or a data stream, and never two of them. */
function refuseTakenNames(catalogue: Catalogue, names: Names, name: string, aliases: readonly string[]): void {
  if (names.get('alias', name) !== null) throw invalidIndexName(name, 'already exists as alias');
  const taken = aliases.find((each) => each === name || catalogue.find(each) || streamNamed(names, each));
  if (taken !== undefined) throw invalidAlias(taken, 'an index or data stream exists with the same name as the alias');
}

/** Makes an index in the transaction of the connection. @throws PlatformError when it is there already */
export async function storeNew(
  connection: DuckDBConnection,
  catalogue: Catalogue,
  names: Names,
  { name, isMapped, ...parts }: TemplateParts & { readonly name: string; readonly isMapped?: boolean },
  changes: readonly AliasChange[] = [],
): Promise<IndexLayout> {
  const before = catalogue.find(name);
  if (before) throw indexExists(name, before.definition.stored?.uuid ?? '_na_');
  refuseTakenNames(catalogue, names, name, Object.keys(parts.aliases));
  const uuid = randomBytes(16).toString('base64url');
  const created = Date.now();
  const settings = newSettings(parts.settings, name, uuid, created);
  refuseUnreadAnalysis({ settings });
  refuseBeyondLimits(parts.mapping, settings);
  refuseUnfitSort(parts.mapping, settings);
  const definition = definitionOf(name, {
    ...{ uuid, created, mapping: parts.mapping, settings, lists: [], closed: false, normalizes: true },
    ...(isMapped === true && { isMapped }),
  });
  refuseWrongReferences(parts.mapping, settings);
  const layout = await catalogue.store(connection, definition, alterTables);
  const aliases = Object.entries(parts.aliases).map(
    ([alias, options]) => ({ kind: 'add', index: name, alias, options: asBody(options) }) as const,
  );
  await changeAliases(connection, names, [...aliases, ...changes]);
  return layout;
}
