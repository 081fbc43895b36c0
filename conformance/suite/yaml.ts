import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml';
import { type Json, WrittenNumber } from './exact-json.ts';
import { loosen } from './loosen.ts';

const nameOf = (key: unknown): string =>
  isScalar(key) ? (typeof key.source === 'string' ? key.source : String(key.value)) : String(key);

function jsonOf(node: unknown, document: Document): Json {
  if (node === null || node === undefined) return null;
  if (isAlias(node)) return jsonOf(node.resolve(document), document);
  if (isMap(node)) {
    return Object.fromEntries(node.items.map(({ key, value }) => [nameOf(key), jsonOf(value, document)]));
  }
  if (isSeq(node)) return node.items.map((each) => jsonOf(each, document));
  return isScalar(node) ? scalarOf(node.value, node.source) : null;
}

function scalarOf(value: unknown, source: string | undefined): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'number') {
    const isWritten = Number.isInteger(value) && /^[-+]?[0-9.]+(e[-+]?\d+)?$/i.test(source ?? '');
    return isWritten ? new WrittenNumber(String(source).replace(/^\+/, '')) : value;
  }
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

interface YamlDocument {
  readonly value: Json;
  /** Why it could not be read; null when it could. */
  readonly fault: string | null;
}

const documentsOf = (text: string): readonly Document<Node>[] => {
  const read = parseAllDocuments(text, { intAsBigInt: true, uniqueKeys: false, strict: false });
  return Array.isArray(read) ? (read as readonly Document<Node>[]) : [];
};

/** The documents of a YAML text, as loosely as OpenSearch's own runner reads them. */
export function readYaml(text: string): readonly YamlDocument[] {
  const strict = documentsOf(text);
  const documents = strict.some(({ errors }) => errors.length > 0) ? documentsOf(loosen(text)) : strict;
  return documents.map((document) => {
    const [fault] = document.errors;
    return fault
      ? { value: null, fault: fault.message.split('\n')[0] ?? fault.message }
      : { value: jsonOf(document.contents, document), fault: null };
  });
}
