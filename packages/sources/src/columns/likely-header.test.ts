import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyHeader } from './likely-header.ts';

const DATA = ['1', 'Ann', '12,5', '2024-05-01'];
const NAMES = ['No.', 'Name', 'Net €', 'Date'];

test('[SRC-29] below a title the row that names the columns is found, blank lines and groups of columns between', () => {
  assert.equal(likelyHeader(['Sales', '', '', ''], [NAMES, DATA]), 0);
  assert.equal(likelyHeader(['Sales'], [['made in May'], ['', '', '', ''], ['', 'Who', '', ''], NAMES, DATA]), 3);
});

test('[SRC-29] so is one of a table that does not begin in the first column', () => {
  const moved = [NAMES.slice(1), DATA.slice(1)].map((cells) => [null, ...cells, '']);
  assert.equal(likelyHeader(['Sales'], moved), 0);
});

test('[SRC-29] so is one below merged cells, with the same names under each of them', () => {
  const groups = ['', 'First quarter', '', 'Second quarter', ''];
  const names = ['Region', 'sales', 'cost', 'sales', 'cost'];
  const figures = ['North', '1', '2', '3', '4'];
  assert.equal(likelyHeader(groups, [names, figures]), 0);
  assert.equal(likelyHeader(['2023', '', '2024', ''], [names.slice(1), figures.slice(1)]), 0);
  assert.equal(likelyHeader(groups, [names, ['North', 'a', 'b', 'c', 'd']]), null, 'these are rows of words');
  assert.equal(
    likelyHeader(groups, [['Region', 'sales', 'sales', 'cost', 'cost'], figures]),
    null,
    'no group has them',
  );
});

test('[SRC-29] so is one below two merged cells, and a cell that is merged downward', () => {
  const figures = ['N', '1', '2.5', '3', '4.5'];
  assert.equal(likelyHeader(['Region', 'Q1', '', 'Q2', ''], [['', 'Units', 'Rev', 'Units', 'Rev'], figures]), 0);
  assert.equal(likelyHeader(['a', 'b', 'c', 'd', 'e'], [['', 'Units', 'Rev', 'Units', 'Rev'], figures]), null);
});

test('[SRC-29] so is one that calls columns by their years', () => {
  const head = ['Data Source', 'World Development Indicators', ''];
  const names = ['Country', 'Code', '1960', '1961', '1962', ''];
  const figures = ['Aruba', 'ABW', '54608', '55811.5', '', ''];
  assert.equal(likelyHeader(head, [['Last Updated Date', '2024-06-28', ''], names, figures]), 1);
  assert.equal(
    likelyHeader(
      ['People'],
      [
        ['Ann', '1960'],
        ['Bob', '1975'],
      ],
    ),
    null,
    'these are rows',
  );
  assert.equal(
    likelyHeader(
      ['x'],
      [
        ['1960', '1961'],
        ['54608', '7'],
      ],
    ),
    null,
    'years alone name nothing',
  );
});

test('[SRC-29] a header that names its columns stays, and so does one that nothing better follows', () => {
  assert.equal(likelyHeader(NAMES, [['a', 'b', 'c', 'd'], DATA]), null);
  assert.equal(likelyHeader(['a', '', '', ''], [DATA, DATA]), null, 'figures are no names');
  assert.equal(likelyHeader(['a', '', '', ''], [NAMES]), null, 'nothing is below');
  assert.equal(likelyHeader(['a', '', '', ''], [['x', 'x', 'y', 'z'], DATA]), null, 'a name stands twice');
  assert.equal(likelyHeader(['city'], [['Jakarta'], ['Bandung']]), null);
  assert.equal(likelyHeader([], []), null);
});

test('[SRC-03] rows that are counted below # have names as others do, as a logger writes them below its title', () => {
  const names = ['#', 'Date Time, GMT+07:00', 'Temp, °C'];
  assert.equal(likelyHeader(['Plot Title: Site 1'], [names, ['1', '01/31/24 01:00:00 PM', '20.5']]), 0);
});

test('[SRC-29] so is one of a statement of a bank that calls two columns Währung', () => {
  const names = ['Buchung', 'Valuta', 'Auftraggeber', 'Saldo', 'Währung', 'Betrag', 'Währung'];
  const figures = ['02.01.2024', '02.01.2024', 'A', '1.234,56', 'EUR', '-1,00', 'EUR'];
  const above = [
    ['', 'Letztes Update: aktuell'],
    ['IBAN', 'DE12'],
    ['Saldo', '1.234,56', 'EUR'],
  ];
  assert.equal(likelyHeader(['Umsatzanzeige', 'Datei erstellt am: 03.01.2024'], [...above, names, figures]), 3);
  const words = ['Ann', 'Bob', 'Cy', 'Di', 'Ed', 'Ann'];
  assert.equal(likelyHeader(['Team', ''], [words, ['x', 'y', 'z', 'u', 'v', 'w']]), null, 'these are words');
});
