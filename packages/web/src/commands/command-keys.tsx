import { useEffect } from 'react';
import { useGo } from '../navigation.tsx';
import { commands } from './index.ts';
import { KeyMatcher } from './keys.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Listens for the keys of every command. */
export function CommandKeys() {
  const go = useGo();
  useEffect(() => {
    const matcher = new KeyMatcher(commands);
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = matcher.match(event, isField(event.target), event.timeStamp);
      if (!command) return;
      event.preventDefault();
      command.run({ go: (name) => go(name) });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [go]);
  return null;
}
