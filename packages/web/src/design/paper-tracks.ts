const TRACK = /minmax\((?:[^()]|\([^()]*\))*\)|\S+/g;

/** Of a track that names no px, as `1fr`. */
const USUAL_PX = 96;

/** Tracks of a grid as shares of the paper, which does not scroll sideways: columns keep their widths to each other, none is cut off. */
export const onPaper = (tracks: string): string =>
  [...tracks.matchAll(TRACK)]
    .map(([track]) =>
      /^minmax\(0, *1fr\)$/.test(track) ? '0fr' : `minmax(0, ${/([\d.]+)px/.exec(track)?.[1] ?? USUAL_PX}fr)`,
    )
    .join(' ');
