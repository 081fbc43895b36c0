import { LONGEST_BEGINNING, type TypedPart } from '@datasarana/engine';
import type { Cutting, Token } from '@datasarana/query';

/** The words of a `search_as_you_type` as a part of it has them: in rows, or as the beginnings of rows. */
export function inRows(cut: Cutting, { words, isBeginning }: TypedPart): Cutting {
  const tokens = cut.tokens.flatMap((_, from) => {
    const row = rowFrom(cut.tokens, from, words, isBeginning);
    if (row === null) return [];
    return isBeginning ? beginningsOf(row) : [row];
  });
  return { ...cut, tokens };
}

/** A word and those behind it; null where there are too few of them, unless it `mayEnd` before. */
function rowFrom(tokens: readonly Token[], from: number, words: number, mayEnd: boolean): Token | null {
  const [first, ...behind] = tokens.slice(from);
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return null;
  if (!mayEnd && first.position + words - 1 > last.position) return null;
  const own: Token[] = [first];
  const texts = Array.from({ length: words - 1 }, (_, i) => {
    const next = behind.find(({ position }) => position === first.position + i + 1);
    if (next !== undefined) own.push(next);
    // nothing stands for a word that was left out
    return next?.word ?? '';
  });
  const { position, start } = first;
  const end = own.at(-1)?.end ?? first.end;
  return { word: [first.word, ...texts].join(' '), position, start, end, type: 'shingle' };
}

function beginningsOf(row: Token): readonly Token[] {
  const letters = [...row.word];
  const lengths = Array.from({ length: Math.min(LONGEST_BEGINNING, letters.length) }, (_, i) => i + 1);
  const beginnings = lengths.map((length) => ({ ...row, word: letters.slice(0, length).join('') }));
  return letters.length > LONGEST_BEGINNING ? [...beginnings, row] : beginnings;
}
