/** Characters of the longest name: it stands in lists. */
const NAME_LIMIT = 256;

const CONTROL = /\p{Cc}/u;
const UNSEEN = /[\s\p{Cc}\p{Cf}]/gu;

/**
 * Why a text is no name, to be read behind what it names: too long, a control character or half of a pair in it, or nothing in it to be
 * seen. Marks of direction and joiners may stand in one, since names of people and emoji are written with them.
 */
export function nameFault(name: string): string | null {
  if (name.length > NAME_LIMIT) return `has ${name.length} characters; at most ${NAME_LIMIT} are kept`;
  const control = CONTROL.exec(name)?.[0].codePointAt(0);
  if (control !== undefined)
    return `has a control character, U+${control.toString(16).toUpperCase().padStart(4, '0')}; leave it out`;
  if (!name.isWellFormed()) return 'has half of a pair of characters (a surrogate); leave it out';
  return name !== '' && name.replace(UNSEEN, '') === '' ? 'has nothing in it that can be seen' : null;
}
