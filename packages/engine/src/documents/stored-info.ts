import type { Catalogue } from '../index/catalogue.ts';
import type { StoredIndex } from '../index/definition.ts';
import type { AliasBody } from './aliases.ts';
import { streamByIndex } from './data-streams.ts';
import type { IndexMapping } from './mapping.ts';
import { asBody, type Names } from './names.ts';

/** What is known of an index of stored documents. */
export interface StoredInfo {
  readonly name: string;
  readonly uuid: string;
  /** Epoch ms. */
  readonly created: number;
  readonly closed: boolean;
  readonly mapping: IndexMapping;
  /** Whether it has a mapping, which may be an empty one. */
  readonly isMapped: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly aliases: Readonly<Record<string, AliasBody>>;
  /** The data stream it is an index of. */
  readonly stream?: string;
}

type Aliases = StoredInfo['aliases'];

/** What aliases say of each index behind them, by the name of the index; aliases in the order of their names. */
function aliasesByIndex(names: Names): ReadonlyMap<string, Aliases> {
  const byIndex = new Map<string, Record<string, AliasBody>>();
  const sorted = [...names.all('alias')].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [alias, { indices }] of sorted) {
    for (const [index, said] of Object.entries(asBody(indices))) {
      const aliases = byIndex.get(index) ?? {};
      aliases[alias] = asBody(said) as AliasBody;
      byIndex.set(index, aliases);
    }
  }
  return byIndex;
}

/** What is known of the indexes of a tenant by their names, whose aliases and data streams `names` know. */
export function infosOf(catalogue: Catalogue, names: Names): readonly StoredInfo[] {
  const streams = streamByIndex(names);
  const aliases = aliasesByIndex(names);
  return catalogue.names().flatMap((name) => {
    const stored = catalogue.find(name)?.definition.stored;
    if (stored === undefined) return [];
    const stream = streams.get(name)?.name;
    return { ...infoOf(name, stored, aliases.get(name) ?? {}), ...(stream !== undefined && { stream }) };
  });
}

function infoOf(name: string, stored: StoredIndex, aliases: Aliases): StoredInfo {
  const { uuid, created, closed, mapping, settings } = stored;
  return { name, uuid, created, closed, mapping, isMapped: hasMapping(stored), settings, aliases };
}

/** Whether an index has a mapping, which may be an empty one. */
export const hasMapping = ({ mapping, isMapped }: Pick<StoredIndex, 'mapping' | 'isMapped'>): boolean =>
  isMapped === true || Object.keys({ ...mapping.properties, ...mapping.parameters }).length > 0;
