/** What was found, and before it what was chosen earlier. */
export const withOwn = (names: readonly string[], own: string): string[] => [
  ...new Set([...(own === '' ? [] : [own]), ...names]),
];
