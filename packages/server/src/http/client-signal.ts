import type { ServerResponse } from 'node:http';

/** Aborts when the client of a request goes away before its answer went out whole; at once when it is gone already. */
export function clientSignal(response: ServerResponse, requestId: string): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!response.writableFinished) controller.abort(new Error(`The client of request ${requestId} went away`));
  };
  if (response.closed) end();
  else response.once('close', end);
  return controller.signal;
}
