/** Why the platform cannot start, told to who runs it in a sentence that says what to do. Other faults are told with their stack. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}

/** What to do about an address that cannot be listened on, by the code of the system. */
const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens there; set DATASARANA_PORT to a free port.',
  EACCES: 'This user may not listen there; set DATASARANA_PORT to a port above 1023.',
  EADDRNOTAVAIL:
    'This machine has no such address; set DATASARANA_HOST to one of its own, or to 0.0.0.0 for all of them.',
  ENOTFOUND: 'There is no such name; set DATASARANA_HOST to an address of this machine.',
  EAI_AGAIN: 'The name was not found in time; set DATASARANA_HOST to an address of this machine.',
};

/** The fault of an address that cannot be listened on with its remedy; another fault as it is. */
export function listenFault(cause: unknown): unknown {
  const remedy = REMEDIES[(cause as NodeJS.ErrnoException).code ?? ''];
  return cause instanceof Error && remedy !== undefined
    ? new StartRefused(`${cause.message}. ${remedy}`, { cause })
    : cause;
}
