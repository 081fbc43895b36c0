import { barDsl } from '@datasarana/query';
import type { Words } from '../../return-target.ts';
import type { ViewSearch } from '../../views/definition.ts';

/** A search kept under a name: text, filters, time, columns, their widths and order, as they stand in Discover's address. */
export interface SavedSearch {
  readonly id: string;
  readonly name: string;
  /** Template id it looks at. */
  readonly dataset: string;
  readonly owner: string;
  readonly address: Words;
  /** ms at which it was saved last. */
  readonly modified: number;
}

export interface QueryRecord {
  readonly id: string;
  readonly name: string;
  readonly dataset: string | null;
  readonly body: string | null;
  readonly owner?: { readonly id?: string } | null;
  readonly ts_modified: number;
}

/** Parts of the address that belong to a search; which record is open or edited does not. */
const KEPT = ['q', 'f', 'range', 'time', 'columns', 'widths', 'sort'] as const;

/** The parts of an address that a saved search keeps, each once and in one order. */
export const keptOf = (address: Words): Words =>
  Object.fromEntries(KEPT.flatMap((name) => (address[name] ? [[name, address[name]]] : [])));

/** Whether two addresses ask for the same. */
export const asksTheSame = (a: Words, b: Words): boolean => JSON.stringify(keptOf(a)) === JSON.stringify(keptOf(b));

/** What a change of address has to set so that exactly the saved search is shown. */
export const addressOf = ({ id, dataset, address }: SavedSearch): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(KEPT.map((name) => [name, undefined])),
  open: undefined,
  edit: undefined,
  template: dataset,
  saved: id,
  ...address,
});

/** The body a record keeps: the query as any client would send it, and Discover's own words for it. */
export const bodyOf = (address: Words, search: ViewSearch): string =>
  JSON.stringify({ query: barDsl(search), discover: keptOf(address) });

/** A saved search of a record; one that Discover did not write, or that is damaged, has an empty address. */
export function savedSearch({ id, name, dataset, body, owner, ts_modified }: QueryRecord): SavedSearch {
  const address = readAddress(body);
  return { id, name, dataset: dataset ?? '', owner: owner?.id ?? '', address, modified: ts_modified };
}

function readAddress(body: string | null): Words {
  try {
    const { discover }: { readonly discover?: unknown } = Object(JSON.parse(body ?? '{}'));
    const entries = Object.entries(Object(discover)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return keptOf(Object.fromEntries(entries));
  } catch {
    return {};
  }
}
