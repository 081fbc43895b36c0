import { Loader } from '@mantine/core';
import { type ComponentType, createContext, use } from 'react';
import classes from './module-pending.module.css';

/** What stands for a screen whose code is on its way: the frame, which is there before its screens, brings it. */
export const PendingScreen = createContext<ComponentType | null>(null);

/** A screen until its code is there. */
export function ModulePending() {
  const Outline = use(PendingScreen);
  if (Outline) return <Outline />;
  return (
    <div className={classes.pending} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}
