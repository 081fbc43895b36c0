import { LostScreen } from './lost-screen.tsx';
import { Shell } from './shell.tsx';

/** An address that no screen has, to who is signed in. */
export const LostPage = () => (
  <Shell>
    <LostScreen />
  </Shell>
);
