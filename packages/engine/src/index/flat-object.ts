/** Stands between the path of a leaf in a flat object and its value. */
export const FLAT_SEPARATOR = '\u001f';

/** A leaf of a flat object as it is kept. */
export const flatValue = (path: readonly string[], value: string): string => path.join('.') + FLAT_SEPARATOR + value;
