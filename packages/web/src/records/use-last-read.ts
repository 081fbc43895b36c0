import { useState } from 'react';

/**
 * What was read last of the record with this id: edits on a screen stay when the record is deleted elsewhere. `gone` = it is not
 * there any more.
 */
export function useLastRead<T extends object>(id: string, read: T | null | undefined) {
  const [last, setLast] = useState<{ readonly id: string; readonly value: T } | null>(null);
  if (read && last?.value !== read) setLast({ id, value: read });
  const value = read ?? (read === null && last?.id === id ? last.value : null);
  return { value, gone: read === null };
}
