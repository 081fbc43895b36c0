import { type ReactNode, useEffect, useState } from 'react';

/** Gives the focus back to what opened its content: a modal or a menu that is taken away whole does not. */
export function GivesFocusBack({ children }: { readonly children: ReactNode }) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
  return children;
}
