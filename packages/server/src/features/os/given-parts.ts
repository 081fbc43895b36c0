import { readAlias, refuseUnknownSettings } from '@datasarana/engine';
import { isObject } from './call.ts';
import type { Body } from './json-object.ts';
import { unparsed } from './refusals.ts';

/**
 * Holds the settings and aliases that an index is to be made with against what they can be.
 * @throws PlatformError for parts that are no objects, which would be lost, and for what no alias has
 */
export function refuseUnreadParts({ settings, aliases }: Body): void {
  if (settings !== undefined && !isObject(settings)) throw unparsed('key [settings] must be an object');
  if (aliases === undefined) return;
  if (!isObject(aliases)) throw unparsed('key [aliases] must be an object');
  for (const [alias, given] of Object.entries(aliases)) {
    if (!isObject(given)) throw unparsed(`key [aliases.${alias}] must be an object`);
    readAlias(alias, given);
  }
}

/** The parts of an index that is made now. @throws PlatformError as above, and for settings no index has */
export function refuseUnfitParts(parts: Body): void {
  refuseUnreadParts(parts);
  refuseUnknownSettings(parts.settings);
}
