/** An object with some of its optional parts set anew; those that are undefined are left out. */
export const changed = <T extends object>(object: T, parts: { readonly [K in keyof T]?: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries({ ...object, ...parts }).filter(([, value]) => value !== undefined)) as T;
