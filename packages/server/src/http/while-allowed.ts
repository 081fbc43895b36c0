import { pipeline, type Readable, Transform } from 'node:stream';
import { denied } from '../access/refusals.ts';
import type { Call } from './call.ts';

/** Refuses a call whose caller has lost a role or group since it began: what is shown to them was chosen by all of these. */
async function refuseLess({ scope, still }: Pick<Call, 'scope' | 'still'>): Promise<void> {
  const now = (await still()).scope;
  const isLess = (['roles', 'groups', 'manages'] as const).some((right) => {
    const held: readonly string[] = now[right] ?? [];
    return (scope[right] ?? []).some((each) => !held.includes(each));
  });
  if (isLess) throw denied('Your rights were changed while the call ran', undefined, 'Ask for it again.');
}

/** A body that ends, cut off, with the right to it: whoever reads slowly reads for hours (AUT-07). */
export const whileAllowed = (body: Readable, call: Pick<Call, 'scope' | 'still'>): Readable =>
  pipeline(
    body,
    new Transform({
      transform: (piece, _encoding, done) => {
        refuseLess(call).then(() => done(null, piece), done);
      },
    }),
    // who reads it hears of what goes wrong
    () => {},
  );
