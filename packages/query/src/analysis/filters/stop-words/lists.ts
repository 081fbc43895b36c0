import { stopwords as armenian } from '@orama/stopwords/armenian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { cat, eus, gle, glg, kur, lav, tha } from 'stopword';
import { SPANISH } from './spanish.ts';

/** The 33 words Lucene's EnglishAnalyzer leaves out. */
const ENGLISH =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  );

/** Words of English that Lucene leaves out of Chinese, Japanese and Korean texts. */
const CJK = [...ENGLISH.filter((word) => word !== 'an'), 's', 't', 'www'];

/** In the list that is kept, but not in Lucene's. */
const NOT_FRENCH = new Set(['été', 'étés', 'est', 'sommes', 'fût', 'as', 'auras', 'aura', 'avions']);

/** Lists by the names settings call them, where what is kept has the same words as Lucene. */
export const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  _armenian_: armenian,
  _basque_: eus,
  _catalan_: cat,
  _cjk_: CJK,
  _danish_: danish,
  _dutch_: dutch,
  _english_: ENGLISH,
  _finnish_: finnish,
  _french_: french.map((word) => word.trim()).filter((word) => word !== '' && !NOT_FRENCH.has(word)),
  _galician_: glg,
  _german_: german,
  _greek_: greek,
  _indonesian_: indonesian,
  _irish_: gle,
  _italian_: italian,
  _latvian_: lav,
  _norwegian_: norwegian,
  _portuguese_: portuguese,
  _russian_: russian,
  _sorani_: kur,
  _spanish_: SPANISH,
  _swedish_: swedish,
  _thai_: tha,
  _none_: [],
};
