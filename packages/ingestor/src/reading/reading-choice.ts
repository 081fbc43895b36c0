import type { CsvChoice, FileChoice, Source } from '@datasarana/sources';

/** How the delimited text of a source is to be read, where that was chosen. */
export function textChoice({ csv }: Pick<Source, 'csv'>): CsvChoice {
  const { delimiter, escapes, encoding, header_row } = csv ?? {};
  return {
    ...(delimiter && { delimiter: delimiter === '\\t' ? '\t' : delimiter }),
    ...(escapes && { escapes }),
    ...(encoding && { encoding }),
    ...(header_row !== undefined && { headerRow: header_row }),
  };
}

/** How a file of a source is to be opened that is not read by the bytes of its lines, where that was chosen. */
export function fileChoice({ csv, file_json }: Pick<Source, 'csv' | 'file_json'>, name: string): FileChoice {
  const { sheet, header_row } = csv ?? {};
  const { path, beside } = file_json ?? {};
  const entry = csv?.entry ?? file_json?.entry;
  return {
    name,
    ...(sheet && { sheet }),
    ...(header_row !== undefined && { headerRow: header_row }),
    ...(path && { path }),
    ...(beside && { beside }),
    ...(entry && { entry }),
  };
}
