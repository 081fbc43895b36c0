const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d\\d';
const BETWEEN = '[-_. ]';
const DATE = `(?:${YEAR}${BETWEEN}?${MONTH}(?:${BETWEEN}?${DAY})?|${DAY}${BETWEEN}${MONTH}${BETWEEN}${YEAR})`;
const TIME = '(?:[-_. T]?(?:at )?[0-2]\\d[-_.:h ]?[0-5]\\d(?:[-_.:m ]?[0-5]\\d)?(?:\\.\\d+)?(?:Z|UTC)?)?';
const DATED_BEHIND = new RegExp(`^(.*?[^\\d])${DATE}${TIME}$`, 'u');
const DATED_BEFORE = new RegExp(`^${DATE}${TIME}(?=\\D)(.+)$`, 'u');
/** What browsers and file managers add to a file that is there already. */
const COPY = / ?(?:\(\d{1,3}\)| - (?:Copy|Kopie|copie|copia))$/i;
const ENDINGS = /(?:\.(?!\d)[^. ]{1,10}){1,2}$/;
/** What leads to a date in the name of a report. */
const LEADING = /(?<=[\p{L}\d])[-_. ]+(?:of|on|at|from|vom|am|zum|stand|du|au|del|per|tanggal)[-_. ]*$/iu;
const AT_EDGES = /^[-_. ]+|[-_. ]+$/g;

/** What a template is offered to be called that is made from a file: its name without its ending and its date, which the next file does not have. */
export function offeredName(file: string): string {
  const name = file.replace(ENDINGS, '').replace(COPY, '');
  const [, behind] = DATED_BEHIND.exec(name) ?? [];
  const [, before] = DATED_BEFORE.exec(name) ?? [];
  const undated = (behind?.replace(LEADING, '') ?? before ?? name).replace(AT_EDGES, '');
  return /\p{L}/u.test(undated) ? undated : name;
}
