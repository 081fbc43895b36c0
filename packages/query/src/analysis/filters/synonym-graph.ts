import type { Token } from '../token.ts';
import type { MatchAt, SynonymMatch } from './synonym-match.ts';

/** A word on its way from one place of the graph to another. */
interface Edge {
  readonly token: Pick<Token, 'word' | 'start' | 'end'>;
  readonly from: number;
  readonly to: number;
}

/**
 * Words with their synonyms as ways through a graph, as Lucene's `SynonymGraphFilter` lays them: each synonym, and the words of
 * the text where they are kept, is a way of its own from where the first word begins to where the last one ends.
 */
export function* graph(tokens: readonly Token[], matchAt: MatchAt): Iterable<Token> {
  let position = -1;
  let free = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const match = matchAt(tokens, at);
    if (match === null) {
      position += token.position - (tokens[at - 1]?.position ?? -1);
      free = position + (token.positionLength ?? 1);
      yield { ...token, position };
      at += 1;
      continue;
    }
    const { edges, end } = waysOf(match, tokens.slice(at, at + match.length), free);
    for (const edge of edges) yield placed(edge);
    position = edges.at(-1)?.from ?? position;
    free = end;
    at += match.length;
  }
}

function placed({ token, from, to }: Edge): Token {
  const { positionLength: _own, ...rest } = token as Token;
  return { ...rest, position: from, ...(to - from > 1 && { positionLength: to - from }) };
}

/** First the beginnings of all ways, then the rest of each. */
function waysOf({ outputs, keep }: SynonymMatch, own: readonly Token[], start: number) {
  const all = { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, type: 'SYNONYM' };
  const made = outputs.map((words) => words.map((word) => ({ word, ...all })));
  const ways: readonly (readonly Edge['token'][])[] = keep ? [...made, own] : made;
  const end = start + ways.reduce((sum, way) => sum + way.length - 1, 0) + 1;
  const first: Edge[] = [];
  const rest: Edge[] = [];
  let next = start + 1;
  for (const way of ways) {
    const between = way.length - 1;
    const nodes = [start, ...Array.from({ length: between }, (_, i) => next + i), end];
    next += between;
    for (const [i, token] of way.entries()) {
      const edge = { token, from: nodes[i] ?? start, to: nodes[i + 1] ?? end };
      (i === 0 ? first : rest).push(edge);
    }
  }
  return { edges: [...first, ...rest], end };
}
