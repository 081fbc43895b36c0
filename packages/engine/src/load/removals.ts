/** Where a state would name the batch that ended it, one that was removed by itself has this and by whom. */
const BY = 'remove ';

/** @param user as shown to people; empty where nobody knows */
export const removalBy = (user: string): string => `${BY}${user}`;

/** SQL: the state was removed by itself. One of which it was not noted by whom names no batch at all. */
export const IS_REMOVAL = `(_until_batch = '' OR starts_with(_until_batch, '${BY}'))`;

/** Who removed the state that ended so; null where nobody knows, or something else ended it. */
export const removerOf = (ended: unknown): string | null =>
  typeof ended === 'string' && ended.startsWith(BY) ? ended.slice(BY.length) || null : null;
