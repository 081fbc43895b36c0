/** REC-19: null, undefined, blank text, NaN and an empty array are empty; 0 and false are not. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'number' && Number.isNaN(value)) ||
  (Array.isArray(value) && value.length === 0);

/** Whether nothing at all is filled in, at any depth: `{}` is how an object item starts (REC-04). */
export const isBlank = (value: unknown): boolean => {
  if (isEmpty(value)) return true;
  if (Array.isArray(value)) return value.every(isBlank);
  return typeof value === 'object' && value !== null && Object.values(value).every(isBlank);
};

/** Whether a field that names this value's as its dependency is shown, and required if it is at all (SCH-21): a plain no is no answer. */
export const isGiven = (value: unknown): boolean => value !== false && !isBlank(value);
