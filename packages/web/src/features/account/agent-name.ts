type Names = readonly (readonly [RegExp, string])[];

// In this order: Edge names Chrome, and Chrome names Safari.
const browsers: Names = [
  [/Edg\//, 'Edge'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: Names = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (names: Names, agent: string): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1];

/** A user agent in words: "Chrome on Linux". */
export function agentName(agent = ''): string {
  const browser = first(browsers, agent) ?? 'A program';
  const system = first(systems, agent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
