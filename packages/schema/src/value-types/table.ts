import { ValueType } from '../value-type.ts';
import {
  checkBinary,
  checkBoolean,
  checkDate,
  checkDecimal,
  checkPoint,
  checkShape,
  checkText,
  checkWhole,
} from './checks.ts';

/** Field types as an OpenSearch mapping names them (IDX-09). */
export type MappingType =
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'half_float'
  | 'float'
  | 'double'
  | 'text'
  | 'keyword'
  | 'date'
  | 'boolean'
  | 'binary'
  | 'object'
  | 'nested'
  | 'geo_point'
  | 'geo_shape';

/** What a value is entered with. */
export type FormControl =
  | 'number'
  | 'text'
  | 'textarea'
  | 'date'
  | 'switch'
  | 'file'
  | 'list'
  | 'section'
  | 'rows'
  | 'point'
  | 'shape'
  | 'heading';

/** What a value is in memory; decides codecs and how a tree is walked. */
export type ValueFamily =
  | 'number'
  | 'text'
  | 'date'
  | 'boolean'
  | 'binary'
  | 'list'
  | 'object'
  | 'objects'
  | 'point'
  | 'shape'
  | 'none';

/** Everything the product knows of one value type: adding a type is adding a row here. */
export interface ValueTypeRow {
  readonly code: ValueType;
  /** Name in stored schemas (SCH-08). */
  readonly name: `ITEMVALUETYPE_${string}`;
  /** Name people read (TPL-02). */
  readonly label: string;
  readonly family: ValueFamily;
  /** Start value of a new record when the item declares none (REC-03…06). */
  readonly initial: 0 | null | 'object' | 'list';
  /** Message about a filled value that does not fit, without the field's name; null when it fits. */
  readonly check: (value: unknown) => string | null;
  /** Whole-number bounds, inclusive. */
  readonly range?: readonly [low: bigint, high: bigint];
  /** Null: never indexed (TPL-04). */
  readonly mapping: MappingType | null;
  /** SQL type of one value in a table; null when the value has no column of its own. */
  readonly column: string | null;
  readonly control: FormControl;
  /** Cell alignment: numbers end-aligned with tabular figures (SCH-06). */
  readonly align: 'start' | 'end' | 'center';
  /** Tabler icon name. */
  readonly icon: string;
  /** Whether the 4 MiB bound of TPL-06 applies. */
  readonly bounded: boolean;
}

const fits = (): null => null;

type Whole = readonly [low: bigint, high: bigint];

const whole = (code: ValueType, name: string, label: string, mapping: MappingType, column: string, range: Whole) =>
  ({
    code,
    name: `ITEMVALUETYPE_${name}`,
    label,
    family: 'number',
    initial: 0,
    check: checkWhole(range),
    range,
    mapping,
    column,
    control: 'number',
    align: 'end',
    icon: 'IconHash',
    bounded: false,
  }) as const satisfies ValueTypeRow;

const decimal = (code: ValueType, name: string, label: string, mapping: MappingType, limit: number) =>
  ({
    code,
    name: `ITEMVALUETYPE_${name}`,
    label,
    family: 'number',
    initial: 0,
    check: checkDecimal(limit),
    mapping,
    column: 'DOUBLE',
    control: 'number',
    align: 'end',
    icon: 'IconDecimal',
    bounded: false,
  }) as const satisfies ValueTypeRow;

type Rest = Pick<ValueTypeRow, 'family' | 'mapping' | 'column' | 'control' | 'icon'> & Partial<ValueTypeRow>;

const other = (code: ValueType, name: string, label: string, rest: Rest): ValueTypeRow => ({
  code,
  name: `ITEMVALUETYPE_${name}`,
  label,
  initial: null,
  check: fits,
  align: 'start',
  bounded: false,
  ...rest,
});

/** The value types in code order (TPL-02, SCH-05, SCH-08, IDX-09). */
export const VALUE_TYPES: readonly ValueTypeRow[] = [
  whole(ValueType.Byte, 'BYTE', 'Byte', 'byte', 'TINYINT', [-128n, 127n]),
  whole(ValueType.Short, 'SHORT', 'Short', 'short', 'SMALLINT', [-32_768n, 32_767n]),
  whole(ValueType.Integer, 'INTEGER', 'Integer', 'integer', 'INTEGER', [-2_147_483_648n, 2_147_483_647n]),
  whole(ValueType.Long, 'LONG', 'Long', 'long', 'BIGINT', [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n]),
  decimal(ValueType.HalfFloat, 'HALF_FLOAT', 'Half float', 'half_float', 65_504),
  decimal(ValueType.Float, 'FLOAT', 'Float', 'float', 3.402_823_466_385_288_6e38),
  decimal(ValueType.Double, 'DOUBLE', 'Scaled float (Double)', 'double', Number.MAX_VALUE),
  other(ValueType.Text, 'TEXT', 'Text', {
    family: 'text',
    check: checkText,
    mapping: 'text',
    column: 'VARCHAR',
    control: 'textarea',
    icon: 'IconAlignLeft',
    bounded: true,
  }),
  other(ValueType.Keyword, 'KEYWORD', 'Keyword', {
    family: 'text',
    check: checkText,
    mapping: 'keyword',
    column: 'VARCHAR',
    control: 'text',
    icon: 'IconLetterT',
    bounded: true,
  }),
  other(ValueType.Date, 'DATE', 'Date', {
    family: 'date',
    check: checkDate,
    mapping: 'date',
    column: 'BIGINT',
    control: 'date',
    icon: 'IconCalendar',
  }),
  other(ValueType.Boolean, 'BOOLEAN', 'Boolean', {
    family: 'boolean',
    check: checkBoolean,
    mapping: 'boolean',
    column: 'BOOLEAN',
    control: 'switch',
    align: 'center',
    icon: 'IconToggleLeft',
  }),
  other(ValueType.Binary, 'BINARY', 'Binary', {
    family: 'binary',
    check: checkBinary,
    mapping: 'binary',
    column: 'VARCHAR',
    control: 'file',
    icon: 'IconPaperclip',
    bounded: true,
  }),
  other(ValueType.Array, 'ARRAY', 'Array', {
    family: 'list',
    initial: 'list',
    mapping: 'keyword',
    column: 'VARCHAR[]',
    control: 'list',
    icon: 'IconList',
    bounded: true,
  }),
  other(ValueType.Object, 'OBJECT', 'Object', {
    family: 'object',
    initial: 'object',
    mapping: 'object',
    column: null,
    control: 'section',
    icon: 'IconBraces',
    bounded: true,
  }),
  other(ValueType.Nested, 'NESTED', 'Nested', {
    family: 'objects',
    initial: 'list',
    mapping: 'nested',
    column: null,
    control: 'rows',
    icon: 'IconListDetails',
    bounded: true,
  }),
  other(ValueType.GeoPoint, 'GEO_POINT', 'Geo point', {
    family: 'point',
    check: checkPoint,
    mapping: 'geo_point',
    column: 'DOUBLE',
    control: 'point',
    icon: 'IconMapPin',
  }),
  other(ValueType.GeoShape, 'GEO_SHAPE', 'Geo shape', {
    family: 'shape',
    check: checkShape,
    mapping: 'geo_shape',
    column: 'VARCHAR',
    control: 'shape',
    icon: 'IconPolygon',
    bounded: true,
  }),
  other(ValueType.Header, 'HEADER', 'Header', {
    family: 'none',
    mapping: null,
    column: null,
    control: 'heading',
    icon: 'IconHeading',
  }),
];

const byCode = new Map<number, ValueTypeRow>(VALUE_TYPES.map((row) => [row.code, row]));
const byName = new Map<string, ValueTypeRow>(VALUE_TYPES.map((row) => [row.name, row]));

/** Whether a code stands in the table. */
export const isValueType = (code: unknown): code is ValueType => typeof code === 'number' && byCode.has(code);

/** The row of a value type; throws for a code outside the table. */
export function valueTypeRow(code: ValueType): ValueTypeRow {
  const row = byCode.get(code);
  if (!row) throw new Error(`Value type ${code} is not in the table (packages/schema/src/value-types/table.ts)`);
  return row;
}

/** A code, or a name such as `ITEMVALUETYPE_KEYWORD` (SCH-07); undefined when it is neither (SCH-08). */
export function parseValueType(value: unknown): ValueType | undefined {
  if (isValueType(value)) return value;
  return typeof value === 'string' ? byName.get(value)?.code : undefined;
}

/** How a value type is indexed (IDX-09); null for a header, which holds no data. */
export const mappingType = (code: ValueType): MappingType | null => valueTypeRow(code).mapping;

/** SCH-06: shown to people as a number. */
export const isNumberType = (code: ValueType): boolean => valueTypeRow(code).family === 'number';
