import { javaMatcher } from './search.ts';

/** Whether a pattern, as Java has it, is the whole of a text. @throws PlatformError for one that cannot be read */
export function javaWhole(pattern: string): (text: string) => boolean {
  const { findAll } = javaMatcher(`^(?:${pattern})$`);
  return (text) => [...findAll(text)].length > 0;
}
