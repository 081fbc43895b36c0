import { integer, isObject, isTrue, list, type Texts } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, unparsed } from '../refusals.ts';
import { versionTypeOf } from '../writing.ts';

/** Which words are worth being told, as the body names it. */
export interface Selection {
  readonly max_num_terms: number;
  readonly min_term_freq: number;
  readonly max_term_freq: number;
  readonly min_doc_freq: number;
  readonly max_doc_freq: number;
  /** 0: of any length. */
  readonly min_word_length: number;
  readonly max_word_length: number;
}

/** One document whose words are asked for. */
export interface Wanted {
  readonly index?: string | undefined;
  readonly id?: string | undefined;
  /** A document that is not stored. */
  readonly doc?: Body | undefined;
  readonly routing?: string | undefined;
  readonly version?: number | undefined;
  /** Paths and patterns; undefined: those whose words are kept for it. */
  readonly fields?: readonly string[] | undefined;
  readonly analysers: Readonly<Record<string, string>>;
  readonly selection?: Selection | undefined;
  readonly offsets: boolean;
  readonly positions: boolean;
  readonly termStatistics: boolean;
  readonly fieldStatistics: boolean;
}

const EVERY: Selection = {
  max_num_terms: 25,
  min_term_freq: 1,
  max_term_freq: Number.MAX_SAFE_INTEGER,
  min_doc_freq: 1,
  max_doc_freq: Number.MAX_SAFE_INTEGER,
  min_word_length: 0,
  max_word_length: 0,
};

const PLAIN: Wanted = {
  analysers: {},
  offsets: true,
  positions: true,
  termStatistics: false,
  fieldStatistics: true,
};

const refused = (why: string) => unparsed(`failed to parse term vectors request. ${why}`);

function flagOf(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw refused(`a flag is true or false, not [${JSON.stringify(value)}]`);
}

function selectionOf(given: unknown): Selection {
  if (!isObject(given)) throw refused('field [filter] must be an object');
  const read: Record<string, number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(EVERY, name)) {
      throw refused(`the field [${name}] is not valid for filter parameter for term vector request`);
    }
    if (!Number.isInteger(Number(value))) throw refused(`[${name}] is a whole number, not [${JSON.stringify(value)}]`);
    read[name] = Number(value);
  }
  return { ...EVERY, ...read };
}

function analysersOf(given: unknown): Wanted['analysers'] {
  if (!isObject(given)) throw refused('field [per_field_analyzer] must be an object');
  return Object.fromEntries(Object.entries(given).map(([path, name]) => [path, String(name)]));
}

function fieldsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given)) throw refused('field [fields] must be an array');
  return given.map(String);
}

function documentOf(given: unknown): Body {
  if (!isObject(given)) throw refused('field [doc] must be an object');
  return given;
}

/** A version, its fraction cut off as OpenSearch does in a body. */
function versionOf(given: unknown): number {
  const text = typeof given === 'number' ? String(Math.trunc(given)) : given;
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) throw illegal(`For input string: ${JSON.stringify(given)}`);
  return Number(text);
}

type Reader = (value: unknown) => Partial<Wanted>;

const READERS: Readonly<Record<string, Reader>> = {
  fields: (value) => ({ fields: fieldsOf(value) }),
  offsets: (value) => ({ offsets: flagOf(value) }),
  positions: (value) => ({ positions: flagOf(value) }),
  payloads: (value) => {
    flagOf(value);
    return {};
  },
  term_statistics: (value) => ({ termStatistics: flagOf(value) }),
  termStatistics: (value) => ({ termStatistics: flagOf(value) }),
  field_statistics: (value) => ({ fieldStatistics: flagOf(value) }),
  fieldStatistics: (value) => ({ fieldStatistics: flagOf(value) }),
  per_field_analyzer: (value) => ({ analysers: analysersOf(value) }),
  filter: (value) => ({ selection: selectionOf(value) }),
  _index: (value) => ({ index: String(value) }),
  _id: (value) => ({ id: String(value) }),
  doc: (value) => ({ doc: documentOf(value) }),
  routing: (value) => ({ routing: String(value) }),
  version: (value) => ({ version: versionOf(value) }),
  version_type: (value) => {
    versionTypeOf(String(value));
    return {};
  },
};

/** What one request or one of several asks for, beside what was said before it. @throws PlatformError in OpenSearch's words */
export function readWanted(given: Body, before: Wanted): Wanted {
  let wanted = before;
  for (const [name, value] of Object.entries(given)) {
    if (name === 'dfs') throw illegal('distributed frequencies is not supported anymore for term vectors');
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (read === undefined) throw refused(`unknown field [${name}]`);
    wanted = { ...wanted, ...read(value) };
    if (wanted.id !== undefined && wanted.doc !== undefined) {
      throw refused('either [id] or [doc] can be specified, but not both!');
    }
  }
  return wanted;
}

/** What the address asks for. @throws PlatformError in OpenSearch's words */
export function wantedInAddress(params: Texts, query: Texts): Wanted {
  const version = integer(query, 'version');
  versionTypeOf(query.version_type ?? 'internal');
  return {
    ...PLAIN,
    index: params.index,
    id: params.id,
    routing: query.routing,
    ...(version !== undefined && { version }),
    ...(query.fields !== undefined && query.fields !== '' && { fields: list(query.fields) }),
    offsets: isTrue(query.offsets, PLAIN.offsets),
    positions: isTrue(query.positions, PLAIN.positions),
    termStatistics: isTrue(query.term_statistics, PLAIN.termStatistics),
    fieldStatistics: isTrue(query.field_statistics, PLAIN.fieldStatistics),
  };
}
