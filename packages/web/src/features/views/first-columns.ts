import { ValueType } from '@datasarana/schema';
import { type DesignField, isDate, isNumber, isText } from './designer-fields.ts';

/** Columns that a table of records begins with. */
const MOST = 7;

const isWord = (field: DesignField): boolean => isText(field) || field.value_type === ValueType.Keyword;
const isName = (field: DesignField): boolean => isWord(field) && /name|title|label/i.test(field.name);

/** What tells records apart; of each the first field of a template that is one. */
const TELLING: readonly ((field: DesignField) => boolean)[] = [isName, isWord, isDate, isNumber];

/** The columns of records where nobody chose any: the first of the template, with a name, a moment and a figure among them. */
export function firstColumns(fields: readonly DesignField[]): readonly DesignField[] {
  const telling = TELLING.flatMap((isOne) => fields.find(isOne) ?? []);
  const shown = new Set([...new Set([...telling, ...fields])].slice(0, MOST));
  return fields.filter((field) => shown.has(field));
}
