import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredName } from './offered-name.ts';

test('[TPL-35] a template is offered the name of its file without its ending, its date and the number of its copy', () => {
  const offered: Readonly<Record<string, string>> = {
    'sales_2026_11_28.csv': 'sales',
    'sales-20261128.csv.gz': 'sales',
    'sales 2026-11.xlsx': 'sales',
    'sales 28.11.2026.csv': 'sales',
    '2026-11-28 sales.csv': 'sales',
    '20261128_sales report.csv': 'sales report',
    'export_20261128T153012Z.json': 'export',
    'export-2026-11-28-15-30-12.ndjson': 'export',
    'export-2026-11-28T15_30_12.123Z.json': 'export',
    'Screen 2026-11-28 at 15.30.12.csv': 'Screen',
    'stock of 2026-11-28.csv': 'stock',
    'Umsatz vom 28.11.2026.csv': 'Umsatz',
    'laporan_per_20261128.csv': 'laporan',
    'proof of.csv': 'proof of',
    'of 2026-11-28.csv': 'of',
    'sales (2).csv': 'sales',
    'sales_2026_11_28 (1).csv': 'sales',
    'part.v1.2.csv': 'part.v1.2',
    'no ending': 'no ending',
    'umsätze_2026.csv': 'umsätze_2026',
    'order_12345678.csv': 'order_12345678',
    'room 2026-13-40.csv': 'room 2026-13-40',
    '2026-11-28.csv': '2026-11-28',
    '2026.csv': '2026',
  };
  for (const [file, name] of Object.entries(offered)) assert.equal(offeredName(file), name, file);
});
