import { ValueType } from '@datasarana/schema';
import { type DesignField, isDate, isNumber, isText } from './designer-fields.ts';

/** Columns that a table of records begins with. */
const MOST = 7;

const isWord = (field: DesignField): boolean => isText(field) || field.value_type === ValueType.Keyword;
const isName = (field: DesignField): boolean => isWord(field) && /name|title|label/i.test(field.name);

/** What tells records apart; of each the first field of a template that is one. */
const TELLING: readonly ((field: DesignField) => boolean)[] = [isName, isWord, isDate, isNumber];

/**
 * The columns of records where nobody chose any: those asked about by name, and the first of the template, with a name, a moment
 * and a figure among them; all in the order of the template.
 */
export function firstColumns(fields: readonly DesignField[], names: readonly string[] = []): readonly DesignField[] {
  const asked = fields.filter(({ name }) => names.includes(name));
  const telling = TELLING.flatMap((isOne) => [...asked, ...fields].find(isOne) ?? []);
  const ranked = [...new Set([...asked, ...telling, ...fields])];
  const shown = new Set(ranked.slice(0, Math.max(MOST, asked.length)));
  return fields.filter((field) => shown.has(field));
}
