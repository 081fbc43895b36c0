import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCsv } from '../node/scan.ts';
import { isCodePage } from './code-pages.ts';
import { encodeAs } from './encode-as.fixture.ts';
import { detectEncoding } from './encoding.ts';
import { ENCODINGS, type Encoding, encodingOfLabel, labelOf } from './encoding-names.ts';
import { previewCsv } from './preview.ts';
import { SHORT_TEXTS } from './short-texts.fixture.ts';

/** A few rows of people, places and remarks, as they stand in files of each country. */
const TEXTS: Readonly<Record<string, string>> = {
  shift_jis: '番号,氏名,備考\n1,山田太郎,東京都に住んでいます\n2,佐藤花子,データを確認してください\n3,ｽｽﾞｷ,大阪\n',
  'euc-jp': '番号,氏名,備考\n1,山田太郎,東京都に住んでいます\n2,佐藤花子,データを確認してください\n',
  gb18030: '编号,姓名,备注\n1,王小明,北京市海淀区的用户\n2,李华,请确认这些数据是否正确\n3,张伟,上海\n',
  big5: '編號,姓名,備註\n1,王小明,台北市的使用者\n2,李華,請確認這些資料是否正確\n3,張偉,高雄\n',
  'euc-kr': '번호,이름,비고\n1,김철수,서울에 살고 있습니다\n2,이영희,데이터를 확인해 주세요\n',
  'windows-1251': 'номер,имя,город\n1,Иванов Пётр,Москва\n2,Смирнова Анна,Санкт-Петербург\n3,Олена,Київ\n',
  'koi8-r': 'номер,имя,город\n1,Иванов Петр,Москва\n2,Смирнова Анна,Санкт-Петербург\n3,Ольга,Новосибирск\n',
  ibm866: 'номер,имя,город\n1,Иванов Петр,Москва\n2,Смирнова Анна,Санкт-Петербург\n3,Ольга,Новосибирск\n',
  'windows-1253': 'αριθμός,όνομα,πόλη\n1,Γιώργος Παπαδόπουλος,Αθήνα\n2,Μαρία Νικολάου,Θεσσαλονίκη\n',
  'windows-1255': 'מספר,שם,עיר\n1,דוד כהן,ירושלים\n2,שרה לוי,תל אביב\n3,יעקב מזרחי,חיפה\n',
  'windows-1256': 'رقم,الاسم,المدينة\n1,محمد علي,القاهرة\n2,فاطمة حسن,الاسكندرية\n3,عمر خالد,بيروت\n',
  'windows-874': 'ลำดับ,ชื่อ,เมือง\n1,สมชาย ใจดี,กรุงเทพมหานคร\n2,สมหญิง รักเรียน,เชียงใหม่\n',
  'windows-1250': 'numer,nazwisko,miasto\n1,Wałęsa,Gdańsk\n2,Żółkiewska,Białystok\n3,Małgorzata Śląska,Bełchatów\n',
  'windows-1254': 'sıra,ad,şehir\n1,Ayşe Yılmaz,İzmir\n2,Uğur Çelik,Diyarbakır\n3,Gülşah Aydın,Kırşehir\n',
};

test('[SRC-26] the old encodings of fourteen languages are told by what is usual in them, with what shows it', () => {
  const found = Object.entries(TEXTS).map(([encoding, text]) => {
    const { encoding: told, reason } = detectEncoding(encodeAs(text, encoding));
    assert.match(reason, /^(\d+ % of|its accents are those of) /, encoding);
    return [encoding, told];
  });
  assert.deepEqual(
    found,
    Object.keys(TEXTS).map((encoding) => [encoding, encoding]),
  );
});

test('[SRC-26] texts of a few words are told in sixteen encodings, but for two', () => {
  const wrong = Object.entries(SHORT_TEXTS).flatMap(([encoding, texts]) =>
    texts.flatMap((text) => {
      const { encoding: told } = detectEncoding(encodeAs(text, labelOf(encoding as Encoding)));
      return told === encoding ? [] : [`${told} for ${encoding}: ${text.split('\n', 1)[0]}`];
    }),
  );
  assert.equal(Object.values(SHORT_TEXTS).flat().length, 82);
  assert.deepEqual(wrong, ['latin1 for koi8-r: id,статус', 'windows-1251 for windows-1255: id,סטטוס']);
});

test('[SRC-26] Polish words between which no Chinese letter stands are not taken for Big5', () => {
  const text = 'Może;książka\nżuraw;łóżko\n';
  assert.notEqual(detectEncoding(encodeAs(text, 'windows-1250')).encoding, 'big5');
});

test('[SRC-26] Czech and Hungarian are told from Western letters by accents that no Western language has together', () => {
  for (const text of [
    'číslo,město\n1,Příbram\n2,Děčín\n3,Dvůr Králové\n4,Třeboň\n5,Kroměříž\n',
    'szám,város\n1,Győr\n2,Fűzfő\n3,Mezőkövesd\n4,Hűvösvölgy\n',
  ])
    assert.equal(detectEncoding(encodeAs(text, 'windows-1250')).encoding, 'windows-1250', text);
});

test('[SRC-26] capitals alone are told, too, which are where the letters of Chinese are', () => {
  const text = 'НОМЕР,ИМЯ,ГОРОД\n1,ИВАНОВ ПЕТР,МОСКВА\n2,СМИРНОВА АННА,САНКТ-ПЕТЕРБУРГ\n';
  for (const encoding of ['windows-1251', 'koi8-r', 'ibm866'])
    assert.equal(detectEncoding(encodeAs(text, encoding)).encoding, encoding);
});

test('[SRC-26] letters of Western Europe, and what is too little to tell, stay Latin-1', () => {
  for (const text of [
    'Name,Ort\nMüller,Köln\nGroß,Düsseldorf\nSchäfer,Gießen\n',
    'nom,ville\nHélène,Orléans\nÉloïse,Nîmes\nAnaïs,Béziers\n',
    'navn,by\nØystein,Ålesund\nÅse,Tromsø\nSøren,Århus\nBjørn,Bærum\n',
    'Åland\nÅbo\nÄlmhult\nÖrebro\nÅmål\nÅrjäng\n',
    'nombre,ciudad\nÑandú,¿Córdoba?\nMuñoz,Málaga\nIbáñez,¡Ávila!\n',
    'nome,cidade\nJoão,São Paulo\nAntónio,Fundão\nConceição,Camões\nÂngela,Bragança\n',
    'nafn,staður\nÞórður,Reykjavík\nGuðrún,Akureyri\nÝmir,Þorlákshöfn\nSæþór,Mývatn\nDýri,Ísafjörður\n',
    'größe\n3 m²\n5 m³\n20 °C\n½ €\n',
    'a,b\n1,é\n',
    'a,b\nÉÈ,ÀÂ\n',
    'prix\n“12 €”\n‘5 €’\n',
  ]) {
    const { encoding, reason } = detectEncoding(encodeAs(text, 'windows-1252'));
    assert.deepEqual([encoding, reason], ['latin1', 'it is not UTF-8, and shows no other encoding'], text);
  }
});

test('[SRC-25] the preview says which encoding was found and why; one that was chosen needs no reason', () => {
  const bytes = encodeAs(TEXTS['windows-1251'] ?? '', 'windows-1251');
  const found = previewCsv(bytes, true);
  assert.deepEqual([found.encoding, found.columns], ['windows-1251', ['номер', 'имя', 'город']]);
  assert.match(found.encodingReason ?? '', /usual in Cyrillic/);
  const chosen = previewCsv(bytes, true, { encoding: 'koi8-r' });
  assert.deepEqual([chosen.encoding, chosen.encodingReason], ['koi8-r', undefined]);
  assert.notDeepEqual(chosen.columns, found.columns);
});

test('[STR-03] rows of every old encoding come in letter by letter, and one with bytes it does not know is set aside alone', async () => {
  for (const [encoding, text] of Object.entries(TEXTS)) {
    const bytes = Buffer.concat([
      encodeAs(text, encoding),
      Buffer.from('9,'),
      BROKEN[encoding] ?? Buffer.alloc(0),
      Buffer.from(',z\n'),
    ]);
    const blocks: Buffer[] = [];
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
    }
    const sink = { write: async (block: Buffer) => void blocks.push(Buffer.from(block)) };
    const known = ENCODINGS.find((each) => each === encoding);
    assert(known);
    const { structural } = await scanCsv(pieces(), sink, { encoding: known });
    const rows = text.slice(text.indexOf('\n') + 1);
    const isBroken = BROKEN[encoding] !== undefined;
    assert.equal(Buffer.concat(blocks).toString(), isBroken ? rows : `${rows}9,,z\n`, encoding);
    const line = text.split('\n').length;
    assert.deepEqual(
      structural.map(({ line, rule, column }) => [line, rule, column]),
      isBroken ? [[line, 'encoding', 1]] : [],
      encoding,
    );
  }
});

/** Bytes that are no letter there; most of one byte have a letter for each. */
const BROKEN: Readonly<Record<string, Buffer>> = {
  shift_jis: Buffer.of(0x85, 0x20),
  'euc-jp': Buffer.of(0xff),
  gb18030: Buffer.of(0xff),
  'euc-kr': Buffer.of(0xff),
  'windows-1253': Buffer.of(0xff),
};

test('[SRC-26] labels that programs use stand for the encodings they mean', () => {
  const labels = {
    'Shift-JIS': 'shift_jis',
    sjis: 'shift_jis',
    CP932: 'shift_jis',
    gbk: 'gb18030',
    gb2312: 'gb18030',
    cp1251: 'windows-1251',
    CP850: 'ibm850',
    'iso-8859-1': 'latin1',
    latin1: 'latin1',
    UTF8: 'utf-8',
    'utf-7': null,
  };
  for (const [label, encoding] of Object.entries(labels)) assert.equal(encodingOfLabel(label), encoding, label);
  for (const encoding of ENCODINGS.filter((each) => !isCodePage(each)))
    assert.equal(new TextDecoder(labelOf(encoding)).encoding, labelOf(encoding));
});
