const TRACK = /minmax\((?:[^()]|\([^()]*\))*\)|\S+/g;

/** Of a track that names no px, as `1fr`. */
const USUAL_PX = 96;

/** px that columns of numbers may take of an upright A4 page, so that the others have a place. */
const NUMBERS_PX = 440;

/** Letters on paper are smaller than on the screen by this. */
const LETTERS = 0.8;

const pxOf = (track: string): number => Number(/([\d.]+)px/.exec(track)?.[1] ?? USUAL_PX);

export interface Paper {
  readonly tracks: string;
  /** Whether numbers stand in one line; where they are too many for the page they break. */
  readonly whole: boolean;
}

/**
 * Tracks of a grid as shares of the paper, which does not scroll sideways: columns keep their widths to each other, none is cut off.
 * Those of numbers are no narrower than what stands in them: half of a number is another one.
 */
export function onPaper(tracks: string, isNumber: (at: number) => boolean): Paper {
  const all = [...tracks.matchAll(TRACK)].map(([track]) => track);
  const least = (track: string): number => Math.ceil(pxOf(track) * LETTERS);
  const whole = all.reduce((sum, track, at) => sum + (isNumber(at) ? least(track) : 0), 0) <= NUMBERS_PX;
  const shares = all.map((track, at) =>
    /^minmax\(0, *1fr\)$/.test(track)
      ? '0fr'
      : `minmax(${whole && isNumber(at) ? `${least(track)}px` : '0'}, ${pxOf(track)}fr)`,
  );
  return { tracks: shares.join(' '), whole };
}
