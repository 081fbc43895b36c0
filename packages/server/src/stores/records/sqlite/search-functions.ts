import { valuesAt } from '../item-path.ts';
import { splitSearchText, textAt } from '../keyword.ts';
import type { Connection } from './connection.ts';

/** What SQL alone cannot say: values below arrays, and texts compared as this platform folds them. */
export function addFunctions({ db }: Connection): void {
  db.function('has_value', { deterministic: true }, (doc, path, wanted) => {
    const values: unknown[] = JSON.parse(String(wanted));
    return valuesAt(JSON.parse(String(doc)), String(path)).some((value) =>
      values.includes(typeof value === 'boolean' ? Number(value) : value),
    )
      ? 1
      : 0;
  });
  db.function('has_at_least', { deterministic: true }, (doc, path, least) =>
    valuesAt(JSON.parse(String(doc)), String(path)).some((value) => typeof value === 'number' && value >= Number(least))
      ? 1
      : 0,
  );
  db.function('in_columns', { deterministic: true }, (text, columns, keyword) => {
    const texts = splitSearchText(String(text));
    const wanted: number[] = JSON.parse(String(columns));
    return wanted.some((at) => texts[at]?.includes(String(keyword))) ? 1 : 0;
  });
  db.function('has_text', { deterministic: true }, (id, status, doc, keys, keyword) => {
    const record = { ...JSON.parse(String(doc)), id, status };
    const paths: string[] = JSON.parse(String(keys));
    return paths.some((path) => textAt(record, path).includes(String(keyword))) ? 1 : 0;
  });
}
