const ACCENTED: Readonly<Record<string, string>> = {
  a: 'àáâä',
  e: 'èéêë',
  i: 'ìíîï',
  o: 'òóôö',
  u: 'ùúûü',
};

const PLAIN = new Map(
  Object.entries(ACCENTED).flatMap(([plain, all]) => Array.from(all, (each) => [each, plain] as const)),
);

/** Vowels without their accents; only those of `vowels`. */
export const plainVowels = (word: string, vowels = 'aeiou'): string =>
  /[à-ü]/.test(word)
    ? word.replace(/[à-ü]/g, (each) => {
        const plain = PLAIN.get(each) ?? each;
        return vowels.includes(plain) ? plain : each;
      })
    : word;
