import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { Fields, readBoolean, readInteger, readNames, readText } from '../reading/fields.ts';
import { isObject, type Json, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';

/** How found words are marked in one field, or in all of them. */
export interface HighlightOptions {
  readonly preTags?: readonly string[];
  readonly postTags?: readonly string[];
  /** Characters of a fragment. */
  readonly fragmentSize?: number;
  /** 0 = the whole text. */
  readonly numberOfFragments?: number;
  readonly noMatchSize?: number;
  /** Best fragments first instead of in the order of the text. */
  readonly orderByScore?: boolean;
  readonly requireFieldMatch?: boolean;
  readonly query?: Query;
  readonly maxAnalyzedOffset?: number;
  /** `plain` analyses the text in any case. */
  readonly type?: string;
  /** Where a fragment may end. */
  readonly boundaryScanner?: 'sentence' | 'word' | 'chars';
}

/** Marks words in one field, or in all that a pattern names. */
export interface HighlightField extends HighlightOptions {
  /** May hold `*`. */
  readonly field: string;
  readonly matchedFields?: readonly string[];
}

/** Which fields of a hit come with the found words marked. */
export interface Highlight extends HighlightOptions {
  /** The text, not its marks, is written for HTML. */
  readonly escapesHtml?: boolean;
  readonly fields: readonly HighlightField[];
}

const count = (value: unknown, path: string): number => Math.max(0, readInteger(value, path));
const offset = (value: unknown, path: string): number => readInteger(value, path, { min: 1 });

/** What says how OpenSearch goes about it. */
function passHints(fields: Fields): void {
  fields.passOver(readText, 'fragmenter', 'boundary_chars', 'boundary_scanner_locale');
  fields.passOver(readInteger, 'boundary_max_scan', 'phrase_limit');
  fields.passOver(readBoolean, 'force_source', 'highlight_filter');
  fields.hints('options');
}

/** `tags_schema: styled`, of which the first is used. */
const STYLED = { preTags: ['<em class="hlt1">'], postTags: ['</em>'] };

/** Of a schema and marks beside it the later ones count. */
function styledAfter(names: readonly string[]): Pick<HighlightOptions, 'preTags' | 'postTags'> {
  const isLater = (name: string) => names.indexOf('tags_schema') > names.indexOf(name);
  return {
    ...(isLater('pre_tags') && { preTags: STYLED.preTags }),
    ...(isLater('post_tags') && { postTags: STYLED.postTags }),
  };
}

function readOptions(fields: Fields): HighlightOptions {
  const order = fields.text('order');
  passHints(fields);
  return present({
    preTags: fields.optional('pre_tags', readNames),
    postTags: fields.optional('post_tags', readNames),
    fragmentSize: fields.optional('fragment_size', count),
    numberOfFragments: fields.optional('number_of_fragments', count),
    noMatchSize: fields.optional('no_match_size', count),
    orderByScore: order === undefined ? undefined : order === 'score',
    requireFieldMatch: fields.optional('require_field_match', readBoolean),
    query: fields.optional('highlight_query', (value, path) => readQuery(value, path)),
    maxAnalyzedOffset: fields.optional('max_analyzer_offset', offset) ?? fields.optional('max_analyzed_offset', offset),
    type: fields.text('type'),
    boundaryScanner: fields.choice('boundary_scanner', ['sentence', 'word', 'chars']),
  });
}

function refuseOpenMarks({ preTags, postTags }: HighlightOptions, path: string): void {
  if (preTags !== undefined && postTags === undefined) {
    throw wrongShape(`${path}.post_tags`, 'what closes pre_tags', postTags);
  }
}

function readField(field: string, value: unknown, path: string): HighlightField {
  const fields = new Fields(value, path, 'a highlighted field');
  fields.passOver(readInteger, 'fragment_offset');
  const matchedFields = fields.optional('matched_fields', readNames);
  const read = { field, ...readOptions(fields), ...present({ matchedFields }) };
  fields.done();
  refuseOpenMarks(read, path);
  return read;
}

export function readHighlight(value: unknown, path: string): Highlight {
  const fields = new Fields(value, path, 'highlight');
  const given = fields.optional('fields', (each) => each) ?? [];
  const list = Array.isArray(given) ? given : [given];
  const named = list.flatMap((each) => {
    if (!isObject(each)) throw wrongShape(`${path}.fields`, 'an object of fields', each);
    return Object.entries(each).map(([name, body]) => readField(name, body, `${path}.fields.${name}`));
  });
  const styled =
    fields.choice('tags_schema', ['default', 'styled']) === 'styled' ? styledAfter(Object.keys(Object(value))) : {};
  const encoder = fields.text('encoder');
  const options = readOptions(fields);
  fields.done();
  refuseOpenMarks({ ...options, ...styled }, path);
  const escapesHtml = encoder === undefined ? undefined : encoder === 'html';
  return { fields: named, ...options, ...styled, ...present({ escapesHtml }) };
}

const printOptions = (options: HighlightOptions) =>
  present({
    pre_tags: options.preTags,
    post_tags: options.postTags,
    fragment_size: options.fragmentSize,
    number_of_fragments: options.numberOfFragments,
    no_match_size: options.noMatchSize,
    order: options.orderByScore === undefined ? undefined : options.orderByScore ? 'score' : 'none',
    require_field_match: options.requireFieldMatch,
    highlight_query: options.query && printQuery(options.query),
    max_analyzer_offset: options.maxAnalyzedOffset,
    type: options.type,
    boundary_scanner: options.boundaryScanner,
  });

export function printHighlight({ fields, escapesHtml, ...options }: Highlight): Json {
  return {
    ...printOptions(options),
    ...present({ encoder: escapesHtml === undefined ? undefined : escapesHtml ? 'html' : 'default' }),
    fields: fields.map(({ field, matchedFields, ...own }) => ({
      [field]: { ...printOptions(own), ...present({ matched_fields: matchedFields }) },
    })),
  };
}
