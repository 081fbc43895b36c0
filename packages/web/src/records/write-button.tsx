import { ExplainedButton, type ExplainedButtonProps } from '../design/index.ts';
import { useOnline } from '../session/index.ts';
import { AWAY } from './needs.ts';

/** A button that begins to write something: without a connection it stays in its place and says why it does nothing (SCR-20). */
export function WriteButton({ reason, ...rest }: ExplainedButtonProps) {
  const online = useOnline();
  return <ExplainedButton {...rest} reason={online ? reason : AWAY} />;
}
