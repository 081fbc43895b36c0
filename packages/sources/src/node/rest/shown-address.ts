const LONGEST = 200;

/** Names of parameters whose values are for their server alone. */
const SECRET = /key|token|secret|sig|pass|pwd|auth|cred|session/i;

/** An address in a sentence: short, and without what signs in by it, which servers repeat in their links. `own`: the name of an API key. */
export function shownAddress(text: string, own?: string): string {
  const bare = text.replaceAll(/([?&#;])([^=&#;]*)=([^&#;]*)/g, (whole, mark: string, name: string) =>
    SECRET.test(name) || name.toLowerCase() === own?.toLowerCase() ? `${mark}${name}=…` : whole,
  );
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST)}…` : bare;
}
