import { ValueType } from '@datasarana/schema';

/** A type as a table declares it, in small letters: name, digits, digits behind the point, and what stands behind them. */
const DECLARED = /^([a-z0-9_]+)(?:\((\d+|max)(?:,\s*(\d+))?\))?(.*)$/s;
const KEYWORD_LENGTH = 256;
const INTEGER_DIGITS = 9;

type Held = ValueType | ((digits: number, scale: number, more: string) => ValueType | null);

const { Boolean: YesNo, Date: Moment, Double, GeoPoint, GeoShape, Integer, Keyword, Long, Text } = ValueType;

const decimal: Held = (digits, scale) => (scale > 0 ? Double : digits <= INTEGER_DIGITS ? Integer : Long);
const text: Held = (length) => (length <= KEYWORD_LENGTH ? Keyword : Text);
const whole: Held = (_digits, _scale, more) => (more.includes('unsigned') ? Long : Integer);

const all = (names: string, held: Held): Readonly<Record<string, Held>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, held]));

const SHARED = {
  ...all('smallint int', whole),
  ...all('bigint', Long),
  ...all('decimal numeric', decimal),
  ...all('float real', Double),
  ...all('char varchar binary varbinary', text),
  ...all('date datetime', Moment),
  ...all('time', Keyword),
  ...all('text', Text),
};

const MYSQL: Readonly<Record<string, Held>> = {
  ...SHARED,
  ...all('tinyint mediumint year', Integer),
  ...all('double', Double),
  ...all('bit', (digits) => (digits === 1 ? YesNo : digits < 32 ? Integer : Long)),
  ...all('timestamp', Moment),
  ...all('enum set uuid inet4 inet6 tinytext', Keyword),
  ...all('mediumtext longtext tinyblob blob mediumblob longblob', Text),
  ...all('point', GeoPoint),
  ...all('geometry linestring polygon multipoint multilinestring multipolygon geometrycollection', GeoShape),
};

const SQL_SERVER: Readonly<Record<string, Held>> = {
  ...SHARED,
  ...all('tinyint', Integer),
  ...all('money smallmoney', Double),
  ...all('bit', YesNo),
  ...all('nchar nvarchar', text),
  ...all('smalldatetime datetime2 datetimeoffset', Moment),
  ...all('uniqueidentifier timestamp hierarchyid', Keyword),
  ...all('ntext image xml', Text),
  ...all('geography geometry', GeoShape),
};

/** The value type that holds whatever a column of a type may hold as its cells are read; null where the values tell more. */
const heldBy = (types: Readonly<Record<string, Held>>, declared: string): ValueType | null => {
  const [, name = '', digits = '', scale = '0', more = ''] = DECLARED.exec(declared.toLowerCase()) ?? [];
  const held = Object.hasOwn(types, name) ? types[name] : undefined;
  if (typeof held !== 'function') return held ?? null;
  return held(digits === 'max' ? Number.POSITIVE_INFINITY : Number(digits), Number(scale), more);
};

export const mysqlValueType = (declared: string): ValueType | null => heldBy(MYSQL, declared);
export const sqlServerValueType = (declared: string): ValueType | null => heldBy(SQL_SERVER, declared);
