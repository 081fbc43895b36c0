/** Words and runs that common long passwords are built from. */
const STEMS = `password passw0rd p@ssw0rd p@ssword passphrase letmein welcome admin administrator root superuser
qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 abc123 abcdef
abcdefgh abcd1234 a1b2c3d4 iloveyou sunshine princess football baseball basketball superman batman starwars pokemon
dragon monkey shadow master michael jordan jennifer charlie ashley jessica computer internet server database network
secret changeme changeit default guest user test testing demo login access system security company office
summer winter spring autumn january february march april june july august september october november december
monday friday liverpool chelsea arsenal manchester barcelona indonesia jakarta bandung surabaya malaysia singapore
sayang rahasia bismillah cantik anjing kucing cinta matahari merdeka datasarana hello hunter trustno whatever
samsung google facebook microsoft windows android iphone apple linkedin twitter instagram`
  .split(/\s+/)
  .filter(Boolean);

const WHOLE = `thisismypassword mypassword1234 correcthorsebatterystaple qwertyuiop123 qwertyuiop1234 1234567890qwerty
letmeinplease iloveyouforever iloveyousomuch nevergiveup123 passwordpassword administrator1 administrator123
changemeplease changethispassword defaultpassword temporarypassword temppassword123 newpassword123 oldpassword123
secretpassword supersecret123 supersecretpassword opensesame1234 openthedoor123 whateverforever trustno1trustno1
1q2w3e4r5t6y 1q2w3e4r5t6y7u8i qwerty123456 qwerty12345678 123456qwerty asdfghjkl123 zxcvbnm123456 1qaz2wsx3edc
1qaz2wsx3edc4rfv qazwsxedcrfv qazwsxedc123 abcdefghijkl abcdefghijklmn abcd12345678 abc123abc123 a1b2c3d4e5f6
aa123456789 aaaa11112222 112233445566 123123123123 123321123321 121212121212 111222333444 987654321000
0123456789ab 147258369147 159357159357 741852963741 123abc456def test12345678 testtest1234 demo12345678
hello12345678 helloworld123 welcome12345 welcome123456 welcometothejungle password1234 password12345 password123456
passw0rd1234 p@ssw0rd1234 p@ssword1234 admin1234567 admin12345678 admin@123456 root12345678 rootroot1234
football1234 baseball1234 basketball12 superman1234 batman123456 starwars1234 pokemon12345 dragon123456 monkey123456
shadow123456 master123456 michael12345 princess1234 sunshine1234 jennifer1234 computer1234 internet1234
liverpool123 manchester123 barcelona123 indonesia123 indonesiaraya merdeka17845 jakarta12345 bandung12345 sayangku1234
akucintakamu aku123456789 bismillah123 rahasia12345 singapore123 malaysia1234 iloveindonesia terserahkamu
summer2023! winter2023! summer202412 winter202412 summer2025!! winter2025!! spring2026!! autumn2026!!
companyname1 letmein12345 letmein123456 access123456 secret123456 security1234 systemadmin1 superuser123 guest1234567`
  .split(/\s+/)
  .filter(Boolean);

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (text: string): string => [...text].map((letter) => LOOKALIKES[letter] ?? letter).join('');

const COMMON: ReadonlySet<string> = new Set([...WHOLE, ...STEMS].flatMap((word) => [word, plain(word)]));

const RUNS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/** `abab…`: a short unit written again and again, the last time perhaps cut off. */
const isRepetition = (text: string): boolean => {
  for (let unit = 1; unit <= 4; unit++)
    if (
      text ===
      text
        .slice(0, unit)
        .repeat(Math.ceil(text.length / unit))
        .slice(0, text.length)
    )
      return true;
  return false;
};

const DECORATION = /^[\d\W_]{0,8}(.*?)[\d\W_]{0,8}$/s;

/**
 * AUT-13's list of common passwords, kept as whole entries plus the ways they are usually dressed up: look-alike letters, digits
 * or signs before and after a word, a word twice, keyboard and number runs, a short unit repeated.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (COMMON.has(text) || COMMON.has(plain(text)) || isRepetition(text)) return true;
  if (RUNS.some((run) => run.includes(text))) return true;
  const core = DECORATION.exec(text)?.[1] ?? text;
  if (core === '') return /^\d+$/.test(text) && new Set(text).size <= 3;
  if (COMMON.has(core) || COMMON.has(plain(core))) return true;
  const half = core.slice(0, core.length / 2);
  return core === half + half && (COMMON.has(half) || COMMON.has(plain(half)));
}
