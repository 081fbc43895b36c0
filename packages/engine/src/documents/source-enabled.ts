import type { IndexMapping } from './mapping.ts';

/** Whether documents of an index may be shown: its mapping may say no to that, though they are kept. */
export function isSourceEnabled({ parameters }: Pick<IndexMapping, 'parameters'>): boolean {
  const { _source: given } = parameters;
  const enabled = typeof given === 'object' && given !== null && 'enabled' in given ? given.enabled : true;
  return enabled !== false && enabled !== 'false';
}
