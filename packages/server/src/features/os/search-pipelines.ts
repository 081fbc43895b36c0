import type { StoredInfo } from '@datasarana/engine';
import { illegal } from './refusals.ts';

/**
 * There are no search pipelines: what should pass one must not be answered without it. As in OpenSearch the one that indexes
 * name counts where no other of them names another, `asked` in its place. @throws PlatformError
 */
export function refuseSearchPipeline(infos: readonly StoredInfo[], asked: string | undefined): void {
  const own = new Set(infos.flatMap(({ settings }) => settings['index.search.default_pipeline'] ?? []));
  const [named, ...others] = asked === undefined ? own : [asked];
  if (named !== undefined && named !== '_none' && others.length === 0)
    throw illegal(`Pipeline ${named} is not defined`);
}
