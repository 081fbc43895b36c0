/** Marks that turn the direction of what follows them, and those that end that. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** A sentence of our own with names of others in it: no name turns the words behind it. */
export const ownDirection = (text: string): string => text.replace(TURNING, '');
