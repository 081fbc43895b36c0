import { useEffect, useRef } from 'react';

/** Ctrl S (Command S on a Mac) saves what is open, wherever the focus is; the browser's own dialog never comes up. */
export function useSaveKey(save: () => void, enabled: boolean): void {
  const latest = useRef({ save, enabled });
  latest.current = { save, enabled };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // a key that is held saves once
      if (latest.current.enabled && !event.repeat) latest.current.save();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
