import type { PlatformError } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';
import { type IndexMapping, mappingAt } from './mapping.ts';
import { mergeMapping } from './merge-mapping.ts';
import { asBody } from './names.ts';
import type { ShapedRow } from './prepared.ts';
import type { ReadDocument } from './read-document.ts';
import { readMapping } from './read-mapping.ts';
import { illegalArgument, unreadable } from './refusal.ts';

const PARAMETER = '_data_stream_timestamp';
const USUAL = '@timestamp';

/** The field in which every document of an index has to tell its time; null where none has to. */
function timestampOf({ parameters }: IndexMapping): string | null {
  const { enabled, timestamp_field: field } = asBody(parameters[PARAMETER]);
  return String(enabled) === 'true' ? String(asBody(field).name ?? USUAL) : null;
}

/** The mapping of an index of a data stream: the time is a date unless its template says otherwise, and has to be told. */
export function timedMapping(mapping: IndexMapping, field: string): IndexMapping {
  const isMapped = mappingAt(mapping, field) !== null;
  const timed = isMapped ? mapping : mergeMapping(mapping, readMapping({ properties: { [field]: { type: 'date' } } }));
  const told = { enabled: true, ...(field !== USUAL && { timestamp_field: { name: field } }) };
  return { ...timed, parameters: { ...timed.parameters, [PARAMETER]: told } };
}

/** @throws PlatformError for a change of whether documents have to tell their time */
export function refuseOtherTimestamp(known: IndexMapping, added: IndexMapping): void {
  if (added.parameters[PARAMETER] === undefined) return;
  const [before, after] = [known, added].map((mapping) => timestampOf(mapping) !== null);
  if (before === after) return;
  throw illegalArgument(
    `Mapper for [${PARAMETER}] conflicts with existing mapper:\n\tCannot update parameter [enabled] from [${before}] to [${after}]`,
  );
}

const untimed = (field: string): PlatformError =>
  unreadable('failed to parse', {
    type: 'illegal_argument_exception',
    reason: `documents must contain a single-valued timestamp field '${field}' of date type`,
  });

const DATES = new Set(['date', 'date_nanos']);

/** Holds documents of an index against the rule that each tells one time. @throws PlatformError for one that does not */
export type TimestampRule = (read: ReadDocument | ShapedRow) => void;

/** The rule of an index; null where documents need not tell a time. */
export function timestampRuleOf({ definition, fields }: IndexLayout): TimestampRule | null {
  const { mapping } = definition.stored ?? {};
  const field = mapping === undefined ? null : timestampOf(mapping);
  if (mapping === undefined || field === null) return null;
  const isDate = DATES.has(mappingAt(mapping, field)?.type ?? '');
  const [column = ''] = fields.get(field)?.columns ?? [];
  return (read) => {
    const isOne = 'block' in read ? read.block.holds(column, read.row) : read.values.get(field)?.length === 1;
    if (!isDate || !isOne) throw untimed(field);
  };
}
