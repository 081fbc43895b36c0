import type { CsvChoice, Source } from '@datasarana/sources';

/** How the delimited text of a source is to be read, where that was chosen. */
export function textChoice({ csv }: Pick<Source, 'csv'>): CsvChoice {
  const { delimiter, encoding, header_row } = csv ?? {};
  return {
    ...(delimiter && { delimiter: delimiter === '\\t' ? '\t' : delimiter }),
    ...(encoding && { encoding }),
    ...(header_row && { headerRow: header_row }),
  };
}
