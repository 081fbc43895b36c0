/** Excel where a formula has no value, in the languages it has names for that, and Bloomberg. */
const OF_FORMULAS = '#[¡¿]?[A-ZÀ-ÞЀ-Я]+(?:/0)?[!?]|#(?:N/A(?: N/A)?|N/D|NV|Н/Д)';
/** What databases write for a day that is none. */
const NO_DAY = '0{4}-00-00(?:[ T]00:00:00(?:\\.0+)?)?|0?0/0?0/(?:00)?00';

/** What programs and people write where there is no value, and Stata, SAS, SPSS and statistical offices; a pattern of the function that leaves it empty. */
export const GAP = `^\\s*(?:[nN]/?[aA]|[nN]\\.[aA]\\.|${OF_FORMULAS}|${NO_DAY}|<NA>|<[nN]ull>|<NULL>|NaN|nan|NAN|NaT|null|NULL|nil|\\(null\\)|\\[NULL\\]|\\\\N|None|none|\\.[a-zA-Z_]?|\\.{2,3}|\\?|:|[-–—]{1,3})\\s*$`;
export const IS_GAP = new RegExp(GAP);

/** Of these what no text is: databases write them where there is none. */
export const SURE_GAP = '^\\s*(?:<NA>|\\(null\\)|\\[NULL\\]|\\\\N)\\s*$';
export const IS_SURE_GAP = new RegExp(SURE_GAP);
