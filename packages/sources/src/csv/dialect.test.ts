import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delimiterOf, detectDelimiter } from './dialect.ts';

test('[SRC-26] commas of decimals between semicolons are no delimiter, whether a row names the columns or not', () => {
  for (const text of ['1;2,5\n', '1;2,5\n3;4,25\n', '1,5;2,5\n3,0;4,25\n', '1;x;2,5\n3;y;4\n', 'a;b\n1;2,5\n'])
    assert.equal(detectDelimiter(text), ';', text);
});

test('[SRC-26] semicolons within cells between commas are no delimiter', () => {
  for (const text of [
    'id,tags\n1,a;b\n2,c;d\n',
    '1,a;b\n2,c;d\n',
    'x,1;2\ny,3;4\n',
    '1,2\n3,4\n',
    '1,2;3\n4,5\n',
    '"1,5",x;y\n',
  ])
    assert.equal(detectDelimiter(text), ',', text);
});

test('[SRC-26] a tab in each row, equally many, is no letter of cells with commas', () => {
  const text = 'freq,unit,geo\\TIME\t2022 \t2023 \nA,NR,AT\t4553444 b\t4603400 p\nA,NR,BE\t: \t5950000 \n';
  assert.equal(detectDelimiter(text), '\t');
  assert.equal(detectDelimiter('a,b\n1,x\ty\n2,z\tw\n'), ',');
  assert.equal(detectDelimiter('a,b\n"1\t","2\t"\n"3\t","4\t"\n'), ',');
});

test('[SRC-26] carets, tildes and control-A are delimiters where no usual one cuts the rows, and they cut each alike', () => {
  for (const sign of ['^', '~', '\u0001']) {
    const text = `code${sign}txt1${sign}num1\nA${sign}Meier, Anna${sign}1\nB${sign}x; y${sign}2\n`;
    assert.equal(detectDelimiter(text), sign);
    assert.equal(detectDelimiter(`${text}C${sign}z`), sign, 'a last row that is cut off tells nothing');
    assert.equal(detectDelimiter(`code,txt1\nA,a${sign}b${sign}c\nB,d${sign}e${sign}f\n`), ',');
  }
  for (const text of ['x^2\ny^2\n', 'about ~5 or ~6\nsome\n', 'one~two~three\n', 'a^b^c\nd^e\nf\ng^h\n'])
    assert.equal(detectDelimiter(text), ',', text);
});

test('[SRC-26] a delimiter is called by its sign or its name', () => {
  assert.deepEqual(['caret', '~', 'control-a', '\u0001', '\\t'].map(delimiterOf), ['^', '~', '\u0001', '\u0001', '\t']);
  assert.deepEqual(['', ':', 'constructor', ',,'].map(delimiterOf), [null, null, null, null]);
});

test('[SRC-26] spaces are a delimiter of what R writes and of tables of numbers, never of sentences', () => {
  for (const text of [
    '"mpg" "cyl" "name"\n"Mazda RX4" 21 6 "a b"\n"Datsun" 22.8 4 "c"\n',
    '"a" "b"\n1 2\n3 NA\n',
    '98.67 3.59 12\n106.8 -6.2 8\n100 0.5 1e-3\n',
    'x y z\n1.5 2 3\n1 2.5 3\n',
    'version account-id srcaddr start action bytes\n2 123 10.0.0.1 14 ACCEPT 9\n2 123 - 15 NODATA -\n',
  ])
    assert.equal(detectDelimiter(text), ' ', text);
  for (const text of [
    'one two three\nfour five six\nseven eight nine\n',
    '1 234\n5 678\n9 012\n',
    '"a b" c\nd\n',
    'phone\n030 12 34\n040 12 35\n',
    'x  y\n1.5  2\n1  2.5\n',
    '"one two"\n"three four"\n',
    'time note\n10.5 started\n11.5 ended\n',
    'one two three four five\n1 was 2 or so\n2 was 3 or more\n',
    '1 2 3 4 5\n1 2 3 4 5\n',
  ])
    assert.equal(detectDelimiter(text), ',', text);
});
