import type { IndexDefinition } from '@datasarana/engine';
import { conflict, isSearched } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import type { Services } from '../../../services.ts';
import { indexDefinition } from '../definition.ts';
import type { Template } from '../template.ts';
import { archiveNow, keeperOf } from './archive-now.ts';
import { refuseUnlessInTopic } from './held-by-topic.ts';

type Stores = Pick<Services, 'search' | 'stream' | 'archive' | 'records' | 'clock'>;

/** Times a switch is tried anew because rows came in while it was made. */
const TRIES = 5;

/**
 * Makes the index of a template what its configuration asks for (TPL-36), as far as that is done at once: new fields, no index at
 * all, or rows in transit instead of an index, once who keeps them has them all. An index that is switched on stays in transit
 * until it is filled.
 * @throws PlatformError 31/409 when rows would be lost
 */
export async function putIndex(stores: Stores, scope: Scope, id: string, template: Template): Promise<void> {
  const { search } = stores;
  const definition = indexDefinition(id, template);
  const present = await search.definition(scope, id);
  if (isSearched(template.config)) return search.createIndex(scope, definition);
  const transit = keeperOf(template.config);
  if (!present) return search.createIndex(scope, { ...definition, transit });
  if (!present.transit) return switchOff(stores, scope, template, { ...definition, transit });
  if (present.transit !== transit)
    throw conflict(
      `The rows of this template are kept in the ${present.transit}, and s3_index decides that while search_index is off. ` +
        'Switch search_index on, wait until the index is filled, then change s3_index and switch search_index off again.',
    );
  return search.createIndex(scope, definition);
}

async function switchOff(stores: Stores, scope: Scope, template: Template, definition: IndexDefinition): Promise<void> {
  const { search } = stores;
  const { name: id, transit } = definition;
  const made = `${id}~transit`;
  const clear = async (): Promise<void> => {
    if (await search.definition(scope, made)) await search.removeIndex(scope, made);
  };
  await clear();
  await search.createIndex(scope, { ...definition, name: made });
  try {
    for (let attempt = 1; ; attempt++) {
      const before = await search.stats(scope, id);
      if (transit === 'archive') await archiveNow(stores, scope, id, template.config);
      else await refuseUnlessInTopic(stores, scope, id, before.documents);
      const isReplaced = await search
        .archive(scope)
        .replace(id, made, before)
        .then(
          () => true,
          (cause: unknown) => (attempt < TRIES ? false : Promise.reject(cause)),
        );
      if (isReplaced) return;
    }
  } finally {
    await clear();
  }
}
