import { illegal } from './refusals.ts';

const BROKEN = /%(?![\da-f]{2}).{0,2}/i;

/** Refuses a percent sign behind the question mark that stands for no byte: what it was meant for nobody knows. */
export function refuseBrokenEscapes(address: string): void {
  const asked = address.slice(`${address}?`.indexOf('?') + 1);
  const [broken] = BROKEN.exec(asked) ?? [];
  if (broken !== undefined) throw illegal(`invalid escape sequence \`${broken}\` in: ${asked}: write % as %25`);
}
