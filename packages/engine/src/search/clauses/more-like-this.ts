import type { AnyAnalyser, LikeItem, QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition, LikedText, LikeField } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { isMatchOnly, isUnindexed } from '../mapped-field.ts';
import { asKept, keptTokens, wordsFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';

type MoreLikeThis = QueryNodes['more_like_this'];

export function moreLikeThis(node: MoreLikeThis, context: ClauseContext): Condition {
  const sources = sourcesOf(node, context);
  if (sources.length === 0) return NOTHING;
  const fields = sources.map((source) => ({
    ...fieldOf(source, context.analyser(node.analyser)),
    isIndexed: !isUnindexed(context.layout, source.path),
  }));
  const { name } = context.layout;
  const idsOf = (items: readonly LikeItem[]) =>
    items.flatMap((item) => (item.kind === 'stored' && (item.index ?? name) === name ? [item.id] : []));
  const id = context.field('_id');
  return {
    kind: 'more_like_this',
    node,
    fields,
    id: id === null ? null : columnOf(id),
    ids: idsOf(node.like),
    unlikeIds: idsOf(node.unlike),
    given: node.like.flatMap((item) => givenTexts(item, sources)),
    unlikeGiven: node.unlike.flatMap((item) => givenTexts(item, sources)),
    texts: node.like.flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
    unlikeTexts: node.unlike.flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
  };
}

/** The fields whose words count, each once: an alias of one that is named, too, is the same field. */
function sourcesOf(node: MoreLikeThis, context: ClauseContext): readonly FieldSource[] {
  return [...new Map(namedBy(node, context).map((source) => [source.field?.path ?? source.path, source])).values()];
}

function namedBy(node: MoreLikeThis, context: ClauseContext): readonly FieldSource[] {
  const hasWords = (source: FieldSource) =>
    (source.postings !== null && !isMatchOnly(context.layout, source.path)) ||
    (source.type === 'keyword' && !isIp(source, context.layout));
  if (node.fields === undefined) {
    return context
      .searchable()
      .flatMap(({ name }) => context.field(name) ?? [])
      .filter(hasWords);
  }
  const found = node.fields.flatMap((name) => context.field(name) ?? []);
  const unfit = found.find((source) => !hasWords(source));
  if (unfit !== undefined && node.failOnUnsupportedField) {
    throw malformed(`more_like_this only supports text/keyword fields: [${unfit.path}]`, 'Use text or keyword fields.');
  }
  return found.filter(hasWords);
}

function fieldOf(source: FieldSource, given: AnyAnalyser | undefined): Omit<LikeField, 'isIndexed'> {
  if (source.postings === null) {
    const words = (text: string) => [asKept(source, text)];
    return { source, words, kept: words };
  }
  const kept = (text: string) => keptTokens(source, text).map(({ word }) => word);
  return { source, words: (text) => wordsFor(source, given, text), kept };
}

/** The texts of a made-up document by field. */
function givenTexts(item: LikeItem, sources: readonly FieldSource[]): readonly LikedText[] {
  if (item.kind !== 'given') return [];
  return sources.flatMap(({ path }) => textsAt(item.document, path.split('.')).map((text) => ({ path, text })));
}

function textsAt(value: unknown, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsAt(each, path));
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === 'object' || value === undefined ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return textsAt(Object.entries(value).find(([name]) => name === key)?.[1], rest);
}
