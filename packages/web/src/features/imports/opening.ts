import {
  type CsvChoice,
  type Delimiter,
  type Encoding,
  type EscapeChoice,
  type FileChoice,
  nameAmong,
  WHOLE_FILE,
} from '@datasarana/sources';
import { formatCount } from '../../records/format.ts';
import { DELIMITER_WORDS } from './delimiter-words.ts';
import { encodingWord } from './encoding-words.ts';
import { SAID_ESCAPES } from './escape-words.ts';
import type { ChosenFile } from './plan.ts';

/** How a file was opened where it does not open so by itself, in the names of an import's query. */
export interface Opening {
  readonly delimiter?: Delimiter;
  readonly escapes?: EscapeChoice;
  readonly encoding?: Encoding;
  readonly header_row?: number;
  readonly entry?: string;
  readonly sheet?: string;
  readonly merged?: 'fill' | 'leave';
  readonly path?: string;
  readonly beside?: boolean;
}

/** Null where the file opens so by itself. */
export function openingOf({ preview, opened, detected }: ChosenFile): Opening | null {
  if (!detected) return null;
  const opening = opened ? openingOfFile(opened, detected.opened) : openingOfText(preview, detected.preview);
  return Object.keys(opening).length > 0 ? opening : null;
}

function openingOfFile({ choice }: NonNullable<ChosenFile['opened']>, detected: ChosenFile['opened']): Opening {
  const { entry, sheet, headerRow, merged, path, beside } = choice;
  return {
    ...(entry && entry !== detected?.choice.entry && { entry }),
    ...(sheet && sheet !== detected?.sheet && { sheet }),
    ...(headerRow !== undefined && { header_row: headerRow }),
    ...(merged === 'fill' && { merged }),
    ...(path && { path }),
    ...(beside && { beside }),
  };
}

const openingOfText = (
  { delimiter, escapes, encoding, headerRow }: ChosenFile['preview'],
  detected: ChosenFile['preview'],
): Opening => ({
  ...(delimiter !== detected.delimiter && { delimiter }),
  ...(escapes !== detected.escapes && { escapes }),
  ...(encoding !== detected.encoding && { encoding }),
  ...(headerRow !== undefined && { header_row: headerRow }),
});

const entriesOf = (opening: Opening | null): string => JSON.stringify(Object.entries(opening ?? {}).sort());

/** How a file is opened that another was opened like: what is made anew each day has other dates in the names of its sheets and entries. */
export function openingIn({ opened, detected }: ChosenFile, opening: Opening): Opening {
  const { sheets = [], entries = [] } = detected?.opened ?? opened ?? {};
  const { sheet, entry } = opening;
  return {
    ...opening,
    ...(sheet && { sheet: nameAmong(sheets, sheet, true) ?? sheet }),
    ...(entry && { entry: nameAmong(entries, entry, true) ?? entry }),
  };
}

/** Whether a file was opened as another one was. */
export const isOpenedSo = (chosen: ChosenFile, opening: Opening | null): boolean =>
  entriesOf(openingOf(chosen)) === entriesOf(opening && openingIn(chosen, opening));

export const isSameOpening = (one: Opening | null, other: Opening | null): boolean =>
  entriesOf(one) === entriesOf(other);

export const textChoiceOf = ({ delimiter, escapes, encoding, header_row: headerRow }: Opening): CsvChoice => ({
  ...(delimiter && { delimiter }),
  ...(escapes && { escapes }),
  ...(encoding && { encoding }),
  ...(headerRow !== undefined && { headerRow }),
});

export const fileChoiceOf = ({ header_row: headerRow, entry, sheet, merged, path, beside }: Opening): FileChoice => ({
  ...(entry && { entry }),
  ...(sheet && { sheet }),
  ...(headerRow !== undefined && { headerRow }),
  ...(merged && { merged }),
  ...(path && { path }),
  ...(beside && { beside }),
});

/** An opening in words. */
export function sayOpening({ delimiter, escapes, encoding, header_row: headerRow, ...of }: Opening): string {
  const said = [
    of.entry && `file ${of.entry} of the archive`,
    of.sheet && `sheet ${of.sheet}`,
    headerRow === 0 && 'no header row',
    headerRow && `header row ${formatCount(headerRow)}`,
    of.merged === 'fill' && 'merged cells each with their value',
    of.path === WHOLE_FILE ? 'the whole file as one row' : of.path && `rows at ${of.path}`,
    of.beside && 'with what stands beside them',
    delimiter && `delimiter ${DELIMITER_WORDS[delimiter]}`,
    escapes && SAID_ESCAPES[escapes],
    encoding && `encoding ${encodingWord(encoding)}`,
  ];
  return said.filter((part) => typeof part === 'string').join(', ');
}
