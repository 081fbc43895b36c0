import { illegalArgument, invalidIndexName } from './refusal.ts';

const LONGEST = 255;

/** Why a text cannot be the name of an index, in OpenSearch's words; null where it can. */
function faultOf(name: string): string | null {
  const bad = /[\s\\/*?"<>|,#]/.exec(name);
  if (bad) {
    if (bad[0] === '#') return "must not contain '#'";
    return 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]';
  }
  if (name.includes(':')) return "must not contain ':'";
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  if (Buffer.byteLength(name) > LONGEST) {
    return `index name is too long, (${Buffer.byteLength(name)} > ${LONGEST})`;
  }
  if (name !== name.toLowerCase()) return 'must be lowercase';
  return null;
}

/** Refuses what cannot be the name of an index, in OpenSearch's words. */
export function checkIndexName(name: string): void {
  const fault = faultOf(name);
  if (fault !== null) throw invalidIndexName(name, fault);
}

/** The same of a data stream, whose name begins that of its indexes. */
export function checkStreamName(name: string): void {
  const fault = faultOf(name) ?? (name.startsWith('.') ? "must not start with '.'" : null);
  if (fault !== null) throw illegalArgument(`data_stream [${name}] ${fault}`);
}
