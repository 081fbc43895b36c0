export type PictureFormat = 'png' | 'svg';

/** Draws what stands in a drawing's place as a file. */
export interface PictureTaker {
  readonly formats: readonly PictureFormat[];
  readonly take: (format: PictureFormat, title: string) => Promise<Blob>;
}

const takers = new WeakMap<Element, PictureTaker>();

/** Says how the drawing in an element is taken as a picture, for whoever offers to save it (VIS-19). */
export function offerPicture(element: HTMLElement, taker: PictureTaker): void {
  takers.set(element, taker);
  element.dataset.picture = '';
}

/** The drawing within an element, where it is one that can be taken. */
export function pictureIn(within: Element | null): PictureTaker | undefined {
  const drawing = within?.querySelector('[data-picture]');
  return drawing ? takers.get(drawing) : undefined;
}

/** A canvas as PNG; a browser refuses one that is too large for its memory. */
export const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The drawing is too large for a picture.')))),
  );
