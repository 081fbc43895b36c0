/** Something, an @ and something: whether anybody reads it, nobody can tell by its letters. */
export const E_MAIL = '^\\s*[^\\s@]+@[^\\s@]+\\s*$';
