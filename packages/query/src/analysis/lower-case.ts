/** Lower case of each character on its own, as Lucene does: no final sigma, no dotted i of two characters. */
export function lowerCase(word: string): string {
  if (/^[ -~]*$/.test(word)) return word.toLowerCase();
  return Array.from(word, (character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');
}

/** Upper case of each character on its own; one that would become several stays. */
export const upperCase = (word: string): string =>
  Array.from(word, (character) => {
    const upper = character.toUpperCase();
    return [...upper].length === 1 ? upper : character;
  }).join('');
