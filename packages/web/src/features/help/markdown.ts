/** Blocks of the part of Markdown that our guides use. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** What stands indented below an item belongs to it. */
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'code'; readonly text: string }
  /** A picture alone on its line; `source` as it is written, relative to the guide. */
  | { readonly kind: 'picture'; readonly source: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface Article {
  readonly title: string;
  readonly blocks: readonly Block[];
}

interface Taken {
  readonly block: Block;
  /** How many lines it took. */
  readonly taken: number;
}

const cells = (line: string): readonly string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const listItem = /^(?:[-*]|(\d+)\.)\s+(.*)$/;
const picture = /^!\[([^\]]*)\]\(([^)]+)\)\s*$/;

/** An item goes on over blank lines as long as what follows is indented. */
function takeList(lines: readonly string[]): Taken {
  const ordered = listItem.exec(lines[0] ?? '')?.[1] !== undefined;
  const items: string[][] = [];
  let taken = 0;
  for (const line of lines) {
    const item = listItem.exec(line);
    const goesOn = line.trim() === '' || /^\s/.test(line) || lines[taken - 1]?.trim() !== '';
    if (item && (item[1] !== undefined) === ordered) items.push([item[2] ?? '']);
    else if (!item && goesOn && !line.startsWith('#')) items.at(-1)?.push(line.replace(/^ {1,3}/, ''));
    else break;
    taken++;
  }
  return { block: { kind: 'list', ordered, items: items.map(blocksOf) }, taken };
}

/** Takes the lines that belong to one block from the front. */
function takeBlock(lines: readonly string[]): Taken {
  const [first = ''] = lines;
  const heading = /^(#{2,3})\s+(.*)$/.exec(first);
  if (heading)
    return { block: { kind: 'heading', level: heading[1] === '##' ? 2 : 3, text: heading[2] ?? '' }, taken: 1 };
  if (first.startsWith('```')) {
    const end = lines.findIndex((line, index) => index > 0 && line.startsWith('```'));
    const last = end < 0 ? lines.length : end;
    return { block: { kind: 'code', text: lines.slice(1, last).join('\n') }, taken: last + 1 };
  }
  const [, text, source] = picture.exec(first) ?? [];
  if (source !== undefined) return { block: { kind: 'picture', source, text: text ?? '' }, taken: 1 };
  if (listItem.test(first)) return takeList(lines);
  const blank = lines.findIndex((line, index) => index > 0 && (line.trim() === '' || /^(#|```|!\[)/.test(line)));
  const own = lines.slice(0, blank < 0 ? lines.length : blank);
  if (first.startsWith('|'))
    return { block: { kind: 'table', head: cells(first), rows: own.slice(2).map(cells) }, taken: own.length };
  return { block: { kind: 'paragraph', text: own.map((line) => line.trim()).join(' ') }, taken: own.length };
}

function blocksOf(source: readonly string[]): readonly Block[] {
  let lines = source;
  const blocks: Block[] = [];
  while (lines.length > 0) {
    if (lines[0]?.trim() === '') {
      lines = lines.slice(1);
      continue;
    }
    const { block, taken } = takeBlock(lines);
    blocks.push(block);
    lines = lines.slice(Math.max(taken, 1));
  }
  return blocks;
}

/** Reads an article; its first-level heading is its title. */
export function parseArticle(source: string): Article {
  const lines = source.replace(/\r/g, '').split('\n');
  const at = lines.findIndex((line) => line.startsWith('# '));
  const title = lines[at]?.slice(2).trim() ?? '';
  return { title, blocks: blocksOf(lines.filter((_, index) => index !== at)) };
}
