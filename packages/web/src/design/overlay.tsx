import { Loader } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './overlay.module.css';
import { overlay } from './overlay-state.ts';

export function OverlayHost() {
  const text = useSyncExternalStore(overlay.subscribe, overlay.texts).at(-1);
  if (text === undefined) return null;
  return (
    <div className={classes.overlay} role="status" aria-live="polite">
      <Loader />
      <span>{text}</span>
    </div>
  );
}
