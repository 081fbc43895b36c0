import { type StoredInfo, searchedMapping } from '@datasarana/engine';

/** Type of a field in the first of the indexes that has it; null when none has. */
export function typeOfField(infos: readonly StoredInfo[], path: string): string | null {
  for (const { mapping } of infos) {
    const found = searchedMapping(mapping, path);
    if (found !== null) return found.type;
  }
  return null;
}
