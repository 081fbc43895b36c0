import { NativeSelect } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { EmptyState } from '../../design/states.tsx';
import { PHONE, useWindowIs } from '../../design/widths.ts';
import { ScreenLink, useGo } from '../../navigation.tsx';
import type { ScreenName } from '../../routes.ts';
import classes from './article-view.module.css';
import { articles, pictures } from './articles.ts';
import type { Block } from './markdown.ts';

/** Where a guide opens: below `/docs`, or inside the toolkit. */
export type GuideAddress = (name: string) => {
  readonly to: ScreenName;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
};

const Address = createContext<GuideAddress>((name) => ({ to: 'docs.article', params: { _splat: name } }));

const part = /(<https?:[^>]+>|`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/;

/** Code, emphasis and links inside a line. */
function inline(text: string): ReactNode {
  return text.split(part).map((piece, index) => {
    const key = `${index}${piece}`;
    if (/^<https?:/.test(piece)) return <code key={key}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('`')) return <code key={key}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('**')) return <b key={key}>{inline(piece.slice(2, -2))}</b>;
    if (/^\*\S.*\*$/.test(piece)) return <i key={key}>{piece.slice(1, -1)}</i>;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece);
    return link ? <GuideLink key={key} label={link[1] ?? ''} target={link[2] ?? ''} /> : piece;
  });
}

/** Links to other guides stay inside the application; what it does not hold, as the sources, is named only. */
function GuideLink({ label, target }: { readonly label: string; readonly target: string }) {
  const address = useContext(Address);
  const guide = articles.find(({ name }) => target.replace(/^\.\//, '').replace(/\.md.*$/, '') === name);
  if (guide) return <ScreenLink {...address(guide.name)}>{label}</ScreenLink>;
  if (!/^https?:/.test(target)) return label;
  return (
    <a href={target} rel="noreferrer">
      {label}
    </a>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a fixed text
    <BlockView key={index} block={block} />
  ));
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
    case 'picture': {
      const source = pictures.get(block.source);
      return source && <img className={classes.picture} src={source} alt={block.text} loading="lazy" />;
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items of a fixed text
            <li key={index}>
              <Blocks blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <TableView {...block} />;
  }
}

const TableView = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <table>
    <thead>
      <tr>
        {head.map((cell) => (
          <th key={cell}>{inline(cell)}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
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

/** Every guide: beside the open one, or as one line above it where there is no room. */
function Guides({ name }: { readonly name: string }) {
  const address = useContext(Address);
  const narrow = useWindowIs(PHONE);
  const go = useGo();
  if (narrow)
    return (
      <NativeSelect
        aria-label="Guide"
        rightSection={<IconSelector size={14} aria-hidden />}
        value={name}
        data={articles.map((one) => ({ value: one.name, label: one.title }))}
        onChange={(event) => {
          const { to, ...where } = address(event.currentTarget.value);
          go(to, where);
        }}
      />
    );
  return (
    <nav aria-label="Guides" className={classes.list}>
      <ul>
        {articles.map((one) => (
          <li key={one.name}>
            <ScreenLink {...address(one.name)} aria-current={one.name === name ? 'page' : undefined}>
              {one.title}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ArticleViewProps {
  /** Of the open guide; the first one when no guide is called so. */
  readonly name: string;
  readonly address?: GuideAddress;
}

/** One guide with the list of all beside it. */
export function ArticleView({ name, address }: ArticleViewProps) {
  const usual = useContext(Address);
  const article = articles.find((one) => one.name === name) ?? articles[0];
  if (!article) return <EmptyState title="No guides yet">They come with the documentation of this version.</EmptyState>;
  return (
    <Address value={address ?? usual}>
      <div className={classes.help}>
        <Guides name={article.name} />
        <article className={classes.article}>
          <h2>{article.title}</h2>
          <Blocks blocks={article.blocks} />
        </article>
      </div>
    </Address>
  );
}
