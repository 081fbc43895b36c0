import type { AnyAnalyser, LikeItem, QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { fitsPattern } from '../../documents/expression.ts';
import type { Condition, LikedDocument, LikeField } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { isMatchOnly, isUnindexed, mappedField } from '../mapped-field.ts';
import { asKept, keptWords, wordsFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';

type MoreLikeThis = QueryNodes['more_like_this'];

export function moreLikeThis(node: MoreLikeThis, context: ClauseContext): Condition {
  const named = namedBy(node, context);
  if (named.length === 0) return NOTHING;
  const among = [...node.like, ...node.unlike].flatMap((item) => fieldsOf(item, context));
  const names = new Set(named.map(nameOf));
  const id = context.field('_id');
  const documents = (items: readonly LikeItem[]) => items.flatMap((item) => documentOf(item, context));
  const texts = (items: readonly LikeItem[]) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  return {
    kind: 'more_like_this',
    node,
    fields: eachOnce([...named, ...among]).map((source) => ({
      ...fieldOf(source, context.analyser(node.analyser)),
      isNamed: names.has(nameOf(source)),
      isIndexed: !isUnindexed(context.layout, source.path),
    })),
    id: id === null ? null : columnOf(id),
    documents: documents(node.like),
    unlikeDocuments: documents(node.unlike),
    texts: texts(node.like),
    unlikeTexts: texts(node.unlike),
  };
}

/** An alias is the field it means. */
const nameOf = (source: FieldSource): string => source.field?.path ?? source.path;

const eachOnce = (sources: readonly FieldSource[]): readonly FieldSource[] => [
  ...new Map(sources.map((source) => [nameOf(source), source])).values(),
];

/** The fields with words that are looked at in one document alone. */
function fieldsOf(item: LikeItem, context: ClauseContext): readonly FieldSource[] {
  if (item.kind === 'text') return [];
  const found = (item.fields ?? []).flatMap((name) =>
    name.includes('*')
      ? context.searchable().flatMap((field) => (fitsPattern(name, field.name) ? [context.field(field.name)] : []))
      : [context.field(name)],
  );
  return found.flatMap((source) => (source !== null && hasWords(source, context) ? [source] : []));
}

/** What is known of what a document says when its index is not the one that is searched, or when it is made up. */
const toldBy = (item: Exclude<LikeItem, { kind: 'text' }>): unknown =>
  item.kind === 'given' ? item.document : item.source;

/** What a document has to say; a text, and a document that is not there, is none. */
function documentOf(item: LikeItem, context: ClauseContext): readonly LikedDocument[] {
  if (item.kind === 'text') return [];
  const { name } = context.layout;
  const isOwn = item.kind === 'stored' && (item.index ?? name) === name;
  const told = isOwn ? undefined : toldBy(item);
  if (!isOwn && told === undefined) return [];
  const own = item.fields && new Set(fieldsOf(item, context).map(nameOf));
  const analysers = new Map<string, AnyAnalyser>();
  for (const [path, given] of Object.entries(item.analysers ?? {})) {
    const [source, analyser] = [context.field(path), context.analyser(given)];
    if (source !== null && analyser !== undefined) analysers.set(nameOf(source), analyser);
  }
  return [
    {
      ...(isOwn && { id: item.id }),
      texts: ({ source }) => (told === undefined ? [] : textsAt(told, source.path.split('.'))),
      has: ({ isNamed, source }) => own?.has(nameOf(source)) ?? isNamed,
      words: ({ kept, source }, text) => {
        const analyser = source.postings === null ? undefined : analysers.get(nameOf(source));
        return analyser === undefined ? kept(text) : wordsFor(source, analyser, text);
      },
    },
  ];
}

function namedBy(node: MoreLikeThis, context: ClauseContext): readonly FieldSource[] {
  if (node.fields === undefined) {
    return context
      .searchable()
      .flatMap(({ name }) => context.field(name) ?? [])
      .filter((source) => hasWords(source, context));
  }
  const isFit = (source: FieldSource): boolean => hasWords(source, context) && !isTyped(source, context);
  const found = node.fields.flatMap((name) => context.field(name) ?? []);
  const unfit = found.find((source) => !isFit(source));
  if (unfit !== undefined && node.failOnUnsupportedField) {
    throw malformed(`more_like_this only supports text/keyword fields: [${unfit.path}]`, 'Use text or keyword fields.');
  }
  return found.filter(isFit);
}

const hasWords = (source: FieldSource, { layout }: ClauseContext): boolean =>
  (source.postings !== null && !isMatchOnly(layout, source.path)) ||
  (source.type === 'keyword' && !isIp(source, layout));

/** Whether a field is a `search_as_you_type`, in whose words a document is like another but which cannot be named. */
const isTyped = (source: FieldSource, { layout }: ClauseContext): boolean =>
  mappedField(layout, nameOf(source))?.type === 'search_as_you_type';

function fieldOf(source: FieldSource, given: AnyAnalyser | undefined): Pick<LikeField, 'source' | 'words' | 'kept'> {
  if (source.postings === null) {
    const words = (text: string) => [asKept(source, text)];
    return { source, words, kept: words };
  }
  const kept = (text: string) => keptWords(source, text);
  return { source, words: (text) => wordsFor(source, given, text), kept };
}

function textsAt(value: unknown, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsAt(each, path));
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === 'object' || value === undefined ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return textsAt(Object.entries(value).find(([name]) => name === key)?.[1], rest);
}
