import { english } from './english.ts';

export type MessageKey = keyof typeof english;

/** Text of the interface by key (APP-23); `{name}` parts are filled from `values`. Throws on a missing value. */
export function message(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return english[key].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Message "${key}" needs a value for "${name}"`);
    return String(value);
  });
}
