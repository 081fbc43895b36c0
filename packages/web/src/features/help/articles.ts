import { type Article, parseArticle } from './markdown.ts';

const sources = import.meta.glob<string>('../../../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface NamedArticle extends Article {
  readonly name: string;
}

const order = ['start', 'import-a-file', 'fix-rejected-rows', 'watch-a-folder', 'make-a-chart', 'edit-records'];
const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** The guides of docs/guides, the first steps first. */
export const articles: readonly NamedArticle[] = Object.entries(sources)
  .map(([path, source]) => ({ name: path.replace(/^.*\/|\.md$/g, ''), ...parseArticle(source) }))
  .filter(({ name }) => name.toLowerCase() !== 'readme')
  .sort((a, b) => place(a.name) - place(b.name) || a.title.localeCompare(b.title));

/** Addresses of the guides' pictures by the path a guide names them with. */
export const pictures: ReadonlyMap<string, string> = new Map(
  Object.entries(
    import.meta.glob<string>('../../../../../docs/guides/images/*.png', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [`images/${path.replace(/^.*\//, '')}`, url]),
);
