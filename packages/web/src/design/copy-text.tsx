import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

interface CopyTextProps {
  readonly value: string;
  readonly children: (state: { readonly copied: boolean; readonly copy: () => void }) => ReactNode;
}

/** ms that a button says `Copied`. */
const SAID = 1500;

/** Copies a text, also where the page came without TLS and the browser keeps its clipboard to itself. */
export function CopyText({ value, children }: CopyTextProps) {
  const clipboard = useClipboard({ timeout: SAID });
  const [selected, setSelected] = useState(false);
  const copy = (): void => {
    if (navigator.clipboard) {
      clipboard.copy(value);
      return;
    }
    setSelected(copySelected(value));
    setTimeout(() => setSelected(false), SAID);
  };
  return children({ copied: clipboard.copied || selected, copy });
}

function copySelected(value: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = value;
  // a dialog takes the focus back from what stands outside
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
