import type { IndexLayout } from '../../index/layout.ts';

/** A number from the settings of an index. */
export function indexLimit({ definition }: IndexLayout, setting: string, usual: number): number {
  const given = definition.stored?.settings[setting];
  const number = given === undefined ? usual : Number(given);
  return Number.isFinite(number) ? number : usual;
}
