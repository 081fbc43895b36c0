/** A JSON object as it came in a body, or as it is answered. */
export type Body = Readonly<Record<string, unknown>>;
