import type { FoundDocument } from '@datasarana/engine';

/** Reads a document of an index by its id; null where there is none. */
export type ReadDocument = (name: string, id: string) => Promise<FoundDocument | null>;

type ReadDocuments = (name: string, ids: readonly string[]) => Promise<readonly (FoundDocument | null)[]>;
type Waiting = Map<string, PromiseWithResolvers<FoundDocument | null>>;

/** Reads what is asked for in the same turn by one statement an index; an id that is asked for twice is read once. */
export function readTogether(readAll: ReadDocuments): ReadDocument {
  let asked = new Map<string, Waiting>();
  const read = async (name: string, waiting: Waiting): Promise<void> => {
    try {
      const found = await readAll(name, [...waiting.keys()]);
      for (const [i, { resolve }] of [...waiting.values()].entries()) resolve(found[i] ?? null);
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  };
  const readAsked = (): void => {
    const all = asked;
    asked = new Map();
    for (const [name, waiting] of all) void read(name, waiting);
  };
  return (name, id) => {
    if (asked.size === 0) setImmediate(readAsked);
    const waiting: Waiting = asked.get(name) ?? new Map();
    asked.set(name, waiting);
    const one = waiting.get(id) ?? Promise.withResolvers<FoundDocument | null>();
    waiting.set(id, one);
    return one.promise;
  };
}
