/** Path of the bucket around all others. */
export const ROOT = '';

/** Path of a bucket by its key and that of the one around; different keys make different paths. */
export const extendPath = (path: string, key: unknown): string => {
  if (key === null) return `${path}null:`;
  const text = String(key);
  return `${path}${text.length}:${text}`;
};

export const pathOf = (keys: readonly unknown[]): string => keys.reduce<string>(extendPath, ROOT);
