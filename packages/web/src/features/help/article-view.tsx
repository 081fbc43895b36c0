import type { ReactNode } from 'react';
import { EmptyState } from '../../design/states.tsx';
import { ScreenLink } from '../../navigation.tsx';
import classes from './article-view.module.css';
import { articles } from './articles.ts';
import type { Block } from './markdown.ts';

const part = /(<https?:[^>]+>|`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/;

/** Code, emphasis and links inside a line. Links to other guides stay inside the application. */
function inline(text: string): ReactNode {
  return text.split(part).map((piece, index) => {
    const key = `${index}${piece}`;
    if (/^<https?:/.test(piece)) return <code key={key}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('`')) return <code key={key}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('**')) return <b key={key}>{piece.slice(2, -2)}</b>;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece);
    if (!link) return piece;
    const [, label = '', to = ''] = link;
    const guide = articles.find(({ name }) => to.replace(/^\.\//, '').replace(/\.md.*$/, '') === name);
    if (guide)
      return (
        <ScreenLink key={key} to="docs.article" params={{ _splat: guide.name }}>
          {label}
        </ScreenLink>
      );
    return /^https?:/.test(to) ? (
      <a key={key} href={to} rel="noreferrer">
        {label}
      </a>
    ) : (
      label
    );
  });
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? <h2>{inline(block.text)}</h2> : <h3>{inline(block.text)}</h3>;
    case 'paragraph':
      return <p>{inline(block.text)}</p>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre tabIndex={0}>{block.text}</pre>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={cell}>{inline(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.join('|')}>
                {row.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its column
                  <td key={index}>{inline(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

/** One guide with the list of all beside it. */
export function ArticleView({ name }: { readonly name: string }) {
  const article = articles.find((one) => one.name === name) ?? articles[0];
  if (!article)
    return <EmptyState title="No articles yet">The guides come with the documentation of this version.</EmptyState>;
  return (
    <div className={classes.help}>
      <nav aria-label="Articles" className={classes.list}>
        <ul>
          {articles.map((one) => (
            <li key={one.name}>
              <ScreenLink
                to="docs.article"
                params={{ _splat: one.name }}
                aria-current={one === article ? 'page' : undefined}
              >
                {one.title}
              </ScreenLink>
            </li>
          ))}
        </ul>
      </nav>
      <article className={classes.article}>
        <h2>{article.title}</h2>
        {article.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a fixed text
          <BlockView key={index} block={block} />
        ))}
      </article>
    </div>
  );
}
