import { isFailure } from '@datasarana/client';
import {
  type BarSearch,
  type FilterPill,
  faultOfText,
  likeness,
  type NamedPart,
  type NamedValue,
  namedParts,
  readDate,
  type TextPlace,
  type TimeRange,
  UTC,
} from '@datasarana/query';
import { ReplyCode, type SchemaItem, SYSTEM_FIELD_NAMES, ValueType, wildcard } from '@datasarana/schema';
import { isNumberText } from '../../records/read-number.ts';
import { isDate, isNumber } from '../views/designer-fields.ts';
import { pillWords } from './discover-state.ts';
import { type SearchSlips, slipsOf } from './search-slips.ts';
import { shortWord } from './shortened.ts';

/** Why a search cannot be made, in words for who typed it. */
export interface SearchFault {
  /** A sentence without its full stop. */
  readonly problem: string;
  readonly remedy: string;
  /** Where in the text; absent when it is not the text's. */
  readonly place?: TextPlace;
}

/** A name in the text that no field of the template has. */
export interface UnknownField extends TextPlace {
  readonly field: string;
  /** Names that may be meant, the likeliest first; at most three. */
  readonly near: readonly string[];
}

/** A filter on a field that the template does not have, as one that was kept before the field went. */
export interface LostFilter {
  readonly words: string;
  readonly field: string;
}

export interface SearchCheck {
  readonly fault: SearchFault | null;
  readonly unknown: readonly UnknownField[];
  readonly lost: readonly LostFilter[];
  /** Null when nothing of the text is written as another language of search has it. */
  readonly slips: SearchSlips | null;
}

/** What to tell of fields that are not there when there is nothing. */
export const NOTHING_UNKNOWN: Omit<SearchCheck, 'fault'> = { unknown: [], lost: [], slips: null };

interface Known {
  readonly name: string;
  readonly label: string;
  readonly value_type: ValueType;
}

/** Text and pills held against the fields of a template: what cannot be asked, and what can but finds nothing by its name. */
export function checkSearch({ text, filters, time }: BarSearch, items: readonly SchemaItem[]): SearchCheck {
  const known = new Map(knownFields(items).map((field) => [field.name, field]));
  const broken = faultOfSearchText(text);
  if (broken) return { fault: broken, ...NOTHING_UNKNOWN };
  const parts = namedParts(text);
  const fault =
    first(parts, (part) => faultOfPart(part, known.get(part.field))) ??
    first(filters, faultOfPill(known)) ??
    (time ? faultOfTime(time) : null);
  const unknown = parts
    .filter(({ field }) => isUnknown(field, known))
    .map(({ field, at, length }) => ({ field, at, length, near: nearFields(field, [...known.values()]) }));
  const lost = filters
    .filter(({ field, disabled }) => disabled !== true && isUnknown(field, known))
    .map((pill) => ({ words: pillWords(pill), field: pill.field }));
  const slips = fault ? null : slipsOf(text, (name) => known.has(name), parts.length > 0);
  return { fault, unknown, lost, slips };
}

const QUERY_IN_JSON: SearchFault = {
  problem: 'This is a query in JSON, and here stands search text',
  remedy: 'Write words and fields, as town:Bonn AND year:>=2020, or choose values with Add filter.',
};

/** Why a text cannot be read as a search, whatever it asks. */
export function faultOfSearchText(text: string): SearchFault | null {
  const broken = text.trim() === '' ? null : faultOfText(text);
  if (!broken) return null;
  if (text.trim().startsWith('{"')) return QUERY_IN_JSON;
  const { at, length, problem, remedy } = broken;
  return { problem: `Not understood: ${problem}`, remedy, place: { at, length } };
}

/** What the platform refused a search for, without the code and the path that the request has for it; null when it is another failure. */
export function refusalOf(error: unknown): SearchFault | null {
  if (!isFailure(error) || (error.code !== ReplyCode.Malformed && error.code !== ReplyCode.NotImplemented)) return null;
  const problem = error.message.replace(PATH, '').replace(/\.$/, '');
  const remedy = error.hint && !error.hint.includes('query.') ? error.hint : 'Change the search text or the filters.';
  return { problem: problem.charAt(0).toUpperCase() + problem.slice(1), remedy };
}

const PATH = /^(?:query|sort|aggs)[\w.[\]]*: /;

function first<T, Found>(list: readonly T[], find: (entry: T) => Found | null): Found | null {
  for (const entry of list) {
    const found = find(entry);
    if (found !== null) return found;
  }
  return null;
}

/** Every name that has a field, those within others with theirs before a dot; headers hold no data (TPL-04). */
const knownFields = (items: readonly SchemaItem[], prefix = ''): readonly Known[] =>
  items
    .filter(({ value_type }) => value_type !== ValueType.Header)
    .flatMap((item) => {
      const name = prefix + item.name;
      return [
        { name, label: item.display_name ?? item.name, value_type: item.value_type },
        ...knownFields(item.items, `${name}.`),
      ];
    });

/** Names every index answers to besides those of its template. */
const OWN_NAMES: ReadonlySet<string> = new Set([...SYSTEM_FIELD_NAMES, '_exists_', '_index']);

function isUnknown(field: string, known: ReadonlyMap<string, Known>): boolean {
  if (known.has(field) || OWN_NAMES.has(field)) return false;
  if (!field.includes('*')) return true;
  return ![...known.keys()].some(wildcard(field));
}

const MOST_NAMES = 3;
/** From here on a name is near; one that holds the other counts as this near at least. */
const NEAR = 0.6;
const HOLDS = 0.7;

function nearFields(name: string, known: readonly Known[]): readonly string[] {
  const asked = plain(name);
  const near = known
    .map((field) => {
      const like = Math.max(alike(asked, plain(field.name)), alike(asked, plain(field.label)));
      return { name: field.name, like };
    })
    .filter(({ like }) => like > NEAR)
    .toSorted((one, other) => other.like - one.like);
  const same = near.filter(({ like }) => like === 1);
  return (same.length > 0 ? same : near).slice(0, MOST_NAMES).map((field) => field.name);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_.-]/g, '');

function alike(asked: string, name: string): number {
  const holds = Math.min(asked.length, name.length) > 2 && (name.includes(asked) || asked.includes(name));
  return Math.max(likeness(asked, name), holds ? HOLDS : 0);
}

/** A range of time from an address that somebody else wrote, or that was cut. */
function faultOfTime({ from, to }: TimeRange): SearchFault | null {
  const wrong = [from, to].find((bound) => bound !== undefined && bound !== '' && !isDateText(String(bound)));
  if (wrong === undefined) return null;
  return {
    problem: `The time range is no time: ${shortWord(String(wrong))} is no date`,
    remedy: 'Choose another time range.',
  };
}

interface Wanted {
  readonly holds: string;
  readonly fits: (value: string) => boolean;
  readonly remedy: (field: string) => string;
}

/** What a value has to be for a field that holds no words; undefined for those that do. */
function wanted(field: Known): Wanted | undefined {
  if (isNumber(field))
    return {
      holds: 'numbers',
      fits: isNumberText,
      remedy: (name) => `Write a number, as ${name}:>=100 or ${name}:[100 TO 200].`,
    };
  if (isDate(field))
    return {
      holds: 'dates',
      fits: isDateText,
      remedy: (name) => `Write a date, as ${name}:>=2024-05-31 or ${name}:[now-7d TO now].`,
    };
  if (field.value_type === ValueType.Boolean)
    return {
      holds: 'true or false',
      fits: (value) => value === 'true' || value === 'false',
      remedy: (name) => `Write ${name}:true or ${name}:false.`,
    };
  return undefined;
}

/** A date, epoch ms or date math: a search in all fields passes over what is none without a word. */
function isDateText(value: string): boolean {
  try {
    readDate(value, '', { zone: UTC, now: Date.now(), roundUp: false });
    return true;
  } catch {
    return false;
  }
}

function faultOfPart({ field, values }: NamedPart, known: Known | undefined): SearchFault | null {
  const want = known && wanted(known);
  if (!want) return null;
  return first(values, (value) => {
    const problem = misfit(value, want);
    const { at, length } = value;
    if (problem === null) return null;
    return { problem: `${field} holds ${want.holds}${problem}`, remedy: want.remedy(field), place: { at, length } };
  });
}

function misfit({ kind, held }: NamedValue, want: Wanted): string | null {
  if (kind === 'pattern') return ', while * and ? stand for letters of words';
  if (kind === 'fuzzy') return ', while ~ looks for words alike';
  if (kind === 'regexp') return ', while a regular expression looks for words';
  const wrong = held.find((value) => !want.fits(value));
  if (wrong === undefined) return null;
  return /^[<>]=?$/.test(wrong) ? ` and nothing stands right behind ${wrong}` : `, and ${shortWord(wrong)} is none`;
}

const faultOfPill =
  (known: ReadonlyMap<string, Known>) =>
  (pill: FilterPill): SearchFault | null => {
    if (pill.disabled === true) return null;
    const field = known.get(pill.field);
    const want = field && wanted(field);
    if (!want) return null;
    const given = [pill.value, pill.from, pill.to].filter(
      (value) => value !== undefined && value !== null && value !== '',
    );
    const wrong = given.find((value) => !want.fits(String(value)));
    if (wrong === undefined) return null;
    return {
      problem: `The filter "${shortWord(pillWords(pill))}" cannot be met: ${pill.field} holds ${want.holds}, and ${shortWord(String(wrong))} is none`,
      remedy: 'Change it to a value that fits, or remove it.',
    };
  };
