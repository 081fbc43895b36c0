import { refuseBlocked } from '@datasarana/engine';
import type { Elsewhere } from '@datasarana/query';
import { wildcard } from '@datasarana/schema';
import type { OsCall } from './call.ts';
import { refuseStreamName } from './data-streams.ts';
import { shownDocument } from './found-document.ts';
import { ONE_NAME } from './routing.ts';
import { templateDocument, templateIndexes } from './template-indexes.ts';

/** What queries name that stands elsewhere: in documents and records, and in names of indexes of the caller's tenant. */
export const elsewhereOf = (call: OsCall): Elsewhere => ({
  fetch: sourceFrom(call),
  indexes: namesFrom(call),
  ...(call.params.index !== undefined && { searched: call.params.index }),
});

/** Where the values of terms lookups come from. */
const sourceFrom =
  (call: OsCall): Elsewhere['fetch'] =>
  async ({ index, id }) => {
    const record = await templateDocument(call, index, id);
    if (record !== null) return record.found?.source?.parsed ?? null;
    await refuseStreamName(call, index);
    const [name = index] = await call.documents.resolve(index, ONE_NAME);
    refuseBlocked(name, await call.documents.info(name), 'read');
    const began = performance.now();
    const [found = null] = await call.documents.get(name, [id]);
    call.documents.noteAsked(name, found !== null, performance.now() - began);
    return (await shownDocument(call, name, found))?.source?.parsed ?? null;
  };

/** The names inside of what a pattern means by a name of an index, an alias, a data stream or a template. */
function namesFrom(call: OsCall): Elsewhere['indexes'] {
  let known: Promise<ReadonlyMap<string, ReadonlySet<string>>> | null = null;
  return async (pattern) => {
    known ??= meantBy(call);
    const names = await known;
    if (!pattern.includes('*')) return [pattern, ...(names.get(pattern) ?? [])];
    const fits = wildcard(pattern);
    const meant = [...names].flatMap(([name, inside]) => (fits(name) ? [...inside] : []));
    return [...new Set(meant)];
  };
}

/** What each name that is known means; `_all` means everything. */
async function meantBy(call: OsCall): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const meant = new Map<string, Set<string>>();
  const add = (inside: string, names: readonly string[]): void => {
    for (const name of names) meant.set(name, (meant.get(name) ?? new Set()).add(inside));
  };
  for (const { name, aliases, stream } of await call.documents.list())
    add(name, ['_all', name, ...(stream === undefined ? [] : [stream]), ...Object.keys(aliases)]);
  for (const { slug, id } of await templateIndexes(call)) add(id, ['_all', slug, id]);
  return meant;
}
