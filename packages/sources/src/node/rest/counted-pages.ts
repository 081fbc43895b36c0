import { createHash } from 'node:crypto';
import type { RestPaging } from './rest-settings.ts';

/** Where a server says that there are more rows, it is asked on behind so many empty pages in a row: all their rows may be hidden. */
const MOST_EMPTY = 20;

/** Whether rows can be told from each other well enough that the same ones, given again, are the same. */
const areTelling = (rows: readonly string[]): boolean => new Set(rows).size * 2 > rows.length;

/** How many rows at the start of `rows`, `most` at the most, are those `before` ended with. */
function repeated(before: readonly string[], rows: readonly string[], most: number): number {
  for (let count = Math.min(most, rows.length, before.length); count > 0; count--)
    if (before.slice(-count).every((row, i) => row === rows[i])) return count;
  return 0;
}

/** A page of rows, each as its JSON. */
interface CountedPage {
  readonly rows: readonly string[];
  /** How many rows there are in all, as the server says; 0 = it does not. */
  readonly total: number;
}

/**
 * Pages that are counted up, by rows or by number. They end behind an empty one, not at a short one: servers cut pages at a size, and
 * take rows out that not everybody may see.
 */
export class CountedPages {
  readonly #paging: Extract<RestPaging, { readonly kind: 'offset' }>;
  readonly #first: number;
  readonly #prints = new Set<string>();
  #at: number;
  #read = 0;
  #longest = 0;
  #empty = 0;
  #before: readonly string[] = [];
  #total = 0;
  #isOverlapping = false;

  constructor(paging: Extract<RestPaging, { readonly kind: 'offset' }>) {
    this.#paging = paging;
    this.#first = paging.start ?? (paging.by === 'pages' ? 1 : 0);
    this.#at = this.#first;
  }

  /** The value of the parameter for the page that is asked for now. */
  get at(): number {
    return this.#at;
  }

  /** The page that is asked for now may lie behind the last one: only asking tells. */
  get mayBeBeyond(): boolean {
    const isShort = this.#longest < this.#paging.limit || this.#before.length < this.#longest;
    return this.#prints.size > 0 && (isShort || this.#isAllRead(this.#total));
  }

  /**
   * What a page brings that those before it did not; null = it lies behind the last one. A server that knows no pages gives all there is
   * again, others their first or last page. One that counts rows it hides gives the end of a shortened page again.
   */
  news(rows: readonly string[]): readonly string[] | null {
    const print = createHash('sha256').update(rows.join('\n')).digest('base64');
    const isTelling = areTelling(rows);
    const isKnown = isTelling && this.#prints.has(print);
    if (this.mayBeBeyond && isKnown) return null;
    // a server that counts its pages from 1 takes 0 for the first one, too
    if (this.#isSecond('pages') && isKnown) return [];
    if (this.#isSecond('rows') && isTelling) this.#isOverlapping = rows[0] === this.#before.at(-1);
    this.#prints.add(print);
    const news = rows.slice(this.#repeated(rows));
    this.#read += news.length;
    return news;
  }

  /** Counts on behind a page. @returns whether another one is to be asked for */
  goOn({ rows, total }: CountedPage): boolean {
    const byNumber = this.#paging.by === 'pages';
    const count = rows.length;
    this.#empty = count === 0 ? this.#empty + 1 : 0;
    this.#total = total;
    const isLastTold = count < this.#longest && count < this.#paging.limit && this.#isAllRead(total);
    this.#before = rows;
    this.#longest = Math.max(this.#longest, count);
    if (isLastTold || (count === 0 && !this.#saysMore(total))) return false;
    this.#at += byNumber ? 1 : count || this.#paging.limit;
    return true;
  }

  /**
   * How many rows fewer than the server says were read, where those are as many as its first page has, or none was read at all: so a server
   * looks that counts its pages from 0. Null otherwise, and where it was said from which number on they are counted.
   */
  get missing(): number | null {
    const { by, start } = this.#paging;
    const missing = this.#total - this.#read;
    const isCounted = by === 'pages' && start === undefined && this.#total > 0;
    return isCounted && missing > 0 && (this.#read === 0 || missing === this.#longest) ? missing : null;
  }

  /** Whether a row came twice: a server that counts its rows from 1 takes 0 for the first one, too. */
  get isDoubled(): boolean {
    return this.#isOverlapping && this.#total > 0 && this.#read === this.#total + 1;
  }

  /** Whether the second page is asked for, of those that are counted so from 0. */
  #isSecond(by: 'rows' | 'pages'): boolean {
    const isFirstFrom0 = (this.#paging.by ?? 'rows') === by && this.#first === 0;
    return isFirstFrom0 && this.#before.length > 0 && this.#at === (by === 'pages' ? 1 : this.#before.length);
  }

  #isAllRead(total: number): boolean {
    return total > 0 && total === this.#read;
  }

  #saysMore(total: number): boolean {
    if (this.#empty >= MOST_EMPTY) return false;
    return this.#paging.by === 'pages' ? this.#first <= 1 && total > this.#read : total > this.#at;
  }

  #repeated(rows: readonly string[]): number {
    const missing = this.#longest - this.#before.length;
    const canRepeat = this.#paging.by !== 'pages' && missing > 0 && areTelling(this.#before);
    return canRepeat ? repeated(this.#before, rows, missing) : 0;
  }
}
