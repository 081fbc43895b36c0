import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { mysqlValueType, sqlServerValueType } from './declared-values.ts';

type Named = Readonly<Record<string, readonly string[]>>;

const NAMES = new Map(Object.entries(ValueType).map(([name, code]) => [code as ValueType | null, name]));
const named = (read: (declared: string) => ValueType | null, declared: readonly string[]): Named =>
  Object.fromEntries(Map.groupBy(declared, (each) => NAMES.get(read(each)) ?? 'none'));

test('[SRC-34] declared types of MySQL name the value type that holds whatever their columns may hold', () => {
  const types: Named = {
    Integer: ['tinyint(1)', 'smallint(6)', 'int(11)', 'mediumint unsigned', 'year(4)', 'decimal(9,0)', 'bit(8)'],
    Long: ['int(10) unsigned', 'bigint(20)', 'bigint(20) unsigned zerofill', 'decimal(20,0)', 'bit(64)'],
    Double: ['decimal(10,2)', 'decimal(10,2) unsigned', 'float', 'double(8,3)'],
    Boolean: ['bit(1)'],
    Date: ['date', 'datetime(6)', 'timestamp'],
    Keyword: ['varchar(20)', 'char(5)', 'time(3)', "enum('1','2')", "set('a,b')", 'uuid', 'varbinary(16)'],
    Text: ['varchar(2000)', 'text', 'longblob'],
    GeoPoint: ['point'],
    GeoShape: ['geometry', 'multipolygon'],
    none: ['json', 'vector(3)', 'constructor', ''],
  };
  assert.deepEqual(named(mysqlValueType, Object.values(types).flat()), types);
});

test('[SRC-34] declared types of SQL Server name the value type that holds whatever their columns may hold', () => {
  const types: Named = {
    Integer: ['tinyint', 'int', 'numeric(5,0)'],
    Long: ['bigint', 'decimal(18,0)'],
    Double: ['decimal(12,2)', 'money', 'real'],
    Boolean: ['bit'],
    Date: ['date', 'datetime2(7)', 'datetimeoffset(3)'],
    Keyword: ['nvarchar(50)', 'time(7)', 'uniqueidentifier', 'timestamp'],
    Text: ['nvarchar(max)', 'varbinary(max)', 'xml'],
    GeoShape: ['geography'],
    none: ['sql_variant'],
  };
  assert.deepEqual(named(sqlServerValueType, Object.values(types).flat()), types);
});
