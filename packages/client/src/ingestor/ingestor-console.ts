import { CONSOLE_UNPAIRED, type ConsoleFrame } from '@datasarana/schema';
import type { IngestorLink } from './ingestor-link.ts';

const AGAIN_MS = 2000;

/** What is told while a console is open. */
export interface ConsoleListener {
  readonly onFrame: (frame: ConsoleFrame) => void;
  /** ING-17: connected = the socket is open. The frames that follow begin with the replay. */
  readonly onConnected: (connected: boolean) => void;
}

/** Follows the console of a task, or of all, and opens it again when it died; answers what ends it. */
export function followConsole(link: IngestorLink, task: string, listener: ConsoleListener): () => void {
  let ended = false;
  let socket: WebSocket | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    const [url, protocols] = link.console;
    socket = new WebSocket(url, protocols);
    socket.onopen = () => {
      console.info(`Console of ${link.address} is open`);
      socket?.send(task);
      listener.onConnected(true);
    };
    socket.onmessage = ({ data }) => listener.onFrame(JSON.parse(String(data)) as ConsoleFrame);
    socket.onerror = () => console.info(`Console of ${link.address} failed`);
    socket.onclose = ({ wasClean, code, reason }) => {
      // ING-11: a console that was closed is told from one that died
      console.info(
        `Console of ${link.address} ${wasClean ? 'was closed' : 'died'} (${code}${reason ? `, ${reason}` : ''})`,
      );
      // the one that is followed instead may be open by now
      if (ended) return;
      listener.onConnected(false);
      if (code !== CONSOLE_UNPAIRED) again = setTimeout(open, AGAIN_MS);
    };
  };
  open();
  return () => {
    ended = true;
    clearTimeout(again);
    socket?.close(1000);
  };
}
