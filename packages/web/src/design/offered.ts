/** Choices that are drawn of a list at most; typing finds the others. */
export const OFFERED = 200;
