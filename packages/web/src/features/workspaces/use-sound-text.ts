import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { SearchFault } from '../discover/search-check.ts';

interface SoundText {
  /** What the tiles search for: while the text has a fault, what was searched before stays. */
  readonly text: string;
  /** Null while the text is well, or still being typed. */
  readonly fault: SearchFault | null;
}

/** ms without a key before the tiles search, and before a text is called wrong. */
const SEARCHED = 300;

/** A text that was read, and why it cannot be searched for. */
interface ReadText {
  readonly text: string;
  readonly fault: SearchFault | null;
}

// Apart: what reads a search is not needed to draw tiles.
const read = async (text: string): Promise<SearchFault | null> =>
  text.trim() === '' ? null : (await import('../discover/search-check.ts')).faultOfSearchText(text);

/** The search text of a workspace as its tiles can be asked with it: one that cannot be read is told once, not by every tile. */
export function useSoundText(typed: string): SoundText {
  const [text] = useDebouncedValue(typed, SEARCHED);
  const [last, setLast] = useState<ReadText>({ text: '', fault: null });
  // what a workspace opens with is well but for addresses written by hand
  const [sound, setSound] = useState(typed);
  useEffect(() => {
    let isLatest = true;
    const take = (fault: SearchFault | null): void => {
      if (!isLatest) return;
      setLast({ text, fault });
      setSound((before) => (fault === null ? text : before === text ? '' : before));
    };
    // where it cannot be fetched the platform says what is wrong
    read(text).then(take, () => take(null));
    return () => {
      isLatest = false;
    };
  }, [text]);
  return { text: sound, fault: last.text === typed ? last.fault : null };
}
