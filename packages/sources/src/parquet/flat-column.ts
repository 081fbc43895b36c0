import type { DecodedArray, Encoding } from 'hyparquet';
import { convert, convertWithDictionary } from 'hyparquet/src/convert.js';
import { readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { AmongNulls } from './among-nulls.ts';
import { Dictionary } from './dictionary.ts';
import { DictionaryValues } from './dictionary-values.ts';
import type { Page } from './pages.ts';
import { PlainTexts } from './plain-texts.ts';
import { viewOf, WrongPage } from './runs.ts';
import type { Values } from './values.ts';

/** What the package asks about a column. */
export type Decoder = Parameters<typeof convert>[1];

/** Values of a column that follow one another, from row `start` on. */
export interface Piece {
  readonly start: number;
  readonly values: Values;
}

/**
 * The values of a column that is neither nested nor a list, from row `start` on, out of pages that were looked at. The reader would unpack
 * them once more, and put each value together as if it were in lists.
 */
export function flatPieces(pages: Iterable<Page>, decoder: Decoder, start: number): Piece[] {
  const pieces: Piece[] = [];
  let dictionary: Dictionary | undefined;
  let from = start;
  for (const page of pages) {
    if (page.header.type === 'DICTIONARY_PAGE') {
      dictionary = new Dictionary(dictionaryOf(page, decoder));
      continue;
    }
    const values = valuesOf(page, dictionary, decoder);
    pieces.push({ start: from, values });
    from += values.length;
  }
  return pieces;
}

function dictionaryOf({ header, bytes }: Page, decoder: Decoder): DecodedArray {
  const count = header.dictionary_page_header?.num_values ?? 0;
  const reader = { view: viewOf(bytes), offset: 0 };
  return convert(readPlain(reader, decoder.type, count, decoder.element.type_length), decoder);
}

function valuesOf(page: Page, dictionary: Dictionary | undefined, decoder: Decoder): Values {
  const { data_page_header: v1, data_page_header_v2: v2 } = page.header;
  const header = page.header.type === 'DATA_PAGE' ? v1 : v2;
  if (header === undefined) throw new WrongPage(`a page of the type ${page.header.type}`);
  const values =
    header.encoding === 'PLAIN' && isText(decoder)
      ? new PlainTexts(page.bytes.subarray(page.at), page.values, decoder.parsers.stringFromBytes)
      : convertedOf(definedOf(page, decoder), dictionary, header.encoding, decoder);
  return page.definitions ? amongNulls(values, page, header.num_values) : values;
}

/** Places in a dictionary stay what they are; the package would put a value for each. */
function convertedOf(
  read: DecodedArray,
  dictionary: Dictionary | undefined,
  encoding: Encoding,
  decoder: Decoder,
): Values {
  const isPlaces = encoding.endsWith('_DICTIONARY') && decoder.type !== 'BOOLEAN' && Array.isArray(read);
  return dictionary && isPlaces
    ? new DictionaryValues(dictionary, read)
    : convertWithDictionary(read, dictionary?.values, encoding, decoder);
}

const isText = ({ type, element }: Decoder): boolean => type === 'BYTE_ARRAY' && element.converted_type === 'UTF8';

/** The values that are there, as they are stored. The page is given to the reader as one without levels, which were read. */
function definedOf({ header, bytes, at, values }: Page, decoder: Decoder): DecodedArray {
  const unnested = { ...decoder, schemaPath: [] };
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  if (v1) return readDataPage(bytes.subarray(at), { ...v1, num_values: values }, unnested).dataPage;
  if (!v2) return [];
  const bare = {
    ...v2,
    num_values: values,
    num_nulls: 0,
    repetition_levels_byte_length: 0,
    definition_levels_byte_length: 0,
    is_compressed: false,
  };
  const whole = { ...header, uncompressed_page_size: bytes.length, data_page_header_v2: bare };
  return readDataPageV2(bytes, whole, unnested).dataPage;
}

function amongNulls(values: Values, { definitions }: Page, count: number): Values {
  const levels = new Uint8Array(count);
  if (definitions) readRleBitPackedHybrid({ view: definitions.view, offset: definitions.at }, 1, levels, 0);
  return new AmongNulls(values, levels);
}
