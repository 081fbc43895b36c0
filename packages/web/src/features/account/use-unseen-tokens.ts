import type { ApiToken } from '@datasarana/client';
import { useState } from 'react';

interface Lost {
  readonly name: string;
  /** Ids of the tokens that were there before. */
  readonly known: readonly string[];
}

/** Which tokens of a list were made while the answer that shows them was lost: they count, and nobody has them. */
export function useUnseenTokens(list: readonly ApiToken[] | undefined) {
  const [lost, setLost] = useState<readonly Lost[]>([]);
  const [shown, setShown] = useState<readonly string[]>([]);
  return {
    /** No answer came to who made a token of this name. */
    lose: (name: string): void => {
      if (list) setLost((before) => [...before, { name, known: list.map(({ id }) => id) }]);
    },
    show: (id: string): void => setShown((before) => [...before, id]),
    isUnseen: ({ id, name }: ApiToken): boolean =>
      !shown.includes(id) && lost.some((one) => one.name === name && !one.known.includes(id)),
  };
}
