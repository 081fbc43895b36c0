/** Blocks of the part of Markdown that our guides use. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface Article {
  readonly title: string;
  readonly blocks: readonly Block[];
}

const cells = (line: string): readonly string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const listItem = /^(?:[-*]|(\d+)\.)\s+(.*)$/;

/** Takes the lines that belong to one block from the front; answers the block and how many lines it took. */
function takeBlock(lines: readonly string[]): { readonly block: Block | undefined; readonly taken: number } {
  const [first = ''] = lines;
  const heading = /^(#{2,3})\s+(.*)$/.exec(first);
  if (heading)
    return { block: { kind: 'heading', level: heading[1] === '##' ? 2 : 3, text: heading[2] ?? '' }, taken: 1 };
  if (first.startsWith('```')) {
    const end = lines.findIndex((line, index) => index > 0 && line.startsWith('```'));
    const last = end < 0 ? lines.length : end;
    return { block: { kind: 'code', text: lines.slice(1, last).join('\n') }, taken: last + 1 };
  }
  const blank = lines.findIndex((line, index) => index > 0 && (line.trim() === '' || /^(#|```)/.test(line)));
  const own = lines.slice(0, blank < 0 ? lines.length : blank);
  if (first.startsWith('|'))
    return { block: { kind: 'table', head: cells(first), rows: own.slice(2).map(cells) }, taken: own.length };
  if (listItem.test(first)) {
    const items: string[] = [];
    for (const line of own) {
      const item = listItem.exec(line);
      if (item) items.push(item[2] ?? '');
      else items.push(`${items.pop() ?? ''} ${line.trim()}`);
    }
    return { block: { kind: 'list', ordered: listItem.exec(first)?.[1] !== undefined, items }, taken: own.length };
  }
  // A picture alone on its lines is left out: the guides' pictures are not part of the application.
  if (first.startsWith('![')) return { block: undefined, taken: own.length };
  return { block: { kind: 'paragraph', text: own.map((line) => line.trim()).join(' ') }, taken: own.length };
}

/** Reads an article; its first-level heading is its title. */
export function parseArticle(source: string): Article {
  let lines: readonly string[] = source.replace(/\r/g, '').split('\n');
  let title = '';
  const blocks: Block[] = [];
  while (lines.length > 0) {
    const [first = ''] = lines;
    if (first.trim() === '') lines = lines.slice(1);
    else if (first.startsWith('# ')) {
      title = first.slice(2).trim();
      lines = lines.slice(1);
    } else {
      const { block, taken } = takeBlock(lines);
      if (block) blocks.push(block);
      lines = lines.slice(Math.max(taken, 1));
    }
  }
  return { title, blocks };
}
