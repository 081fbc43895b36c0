type Colour = readonly [red: number, green: number, blue: number];

/** Five steps from quiet to bright for figures of one kind, on dark ground. */
const STEPS: readonly Colour[] = [
  [0x3a, 0x3f, 0x40],
  [0x2a, 0x5a, 0x61],
  [0x0a, 0x7f, 0x8e],
  [0x01, 0xb7, 0xcd],
  [0x75, 0xdd, 0xd3],
];
const LEAST: Colour = [0x3a, 0x3f, 0x40];

/** The colour of a share between 0 (least) and 1 (most), and the ink that is read best on it. */
export function scaleColour(share: number): { readonly colour: string; readonly ink: string } {
  const at = Math.min(1, Math.max(0, share)) * (STEPS.length - 1);
  const below = Math.min(STEPS.length - 2, Math.floor(at));
  const [from, to] = [STEPS[below] ?? LEAST, STEPS[below + 1] ?? LEAST];
  const between = (part: 0 | 1 | 2): number => Math.round(from[part] + (to[part] - from[part]) * (at - below));
  const mixed: Colour = [between(0), between(1), between(2)];
  return { colour: hexOf(mixed), ink: inkOf(mixed) };
}

const inkOf = (ground: Colour): string => (luminance(ground) > BLACK_FROM ? '#000000' : '#F4F4F4');

/** The ink that is read best on a colour of six hexadecimal digits behind a #. */
export function inkOn(ground: string): string {
  const part = (at: number): number => Number.parseInt(ground.slice(at, at + 2), 16);
  return inkOf([part(1), part(3), part(5)]);
}

const hexOf = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Where black and the light grey of our texts (luminance 0.905) contrast equally: √(0.955 · 0.05) − 0.05. */
const BLACK_FROM = 0.168;

/** Relative luminance of WCAG 2. */
function luminance(colour: Colour): number {
  const part = (at: 0 | 1 | 2): number => {
    const share = colour[at] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
}
