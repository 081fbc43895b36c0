import { nestedSettings } from '@datasarana/engine';
import { isTrue, type Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { SPOKEN_VERSION } from './spoken.ts';

/** Moments and versions of settings once more as people write them, before the numbers. */
const readable = ([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] => {
  if (name === 'index.creation_date')
    return [
      [`${name}_string`, new Date(Number(value)).toISOString()],
      [name, value],
    ];
  if (name === 'index.version.created')
    return [
      [`${name}_string`, SPOKEN_VERSION],
      [name, value],
    ];
  return [[name, value]];
};

/** Settings of an index, flat or within each other, as they are asked for. */
export function printSettings(settings: Body, query: Texts): Body {
  const shown = isTrue(query.human) ? Object.fromEntries(Object.entries(settings).flatMap(readable)) : settings;
  return isTrue(query.flat_settings) ? shown : nestedSettings(shown);
}
