import { wrongShape } from '../reading/refusal.ts';

const WITH_RUNS = 12_347;
const WITHOUT_RUNS = 12_346;
const FEW = 4096;
const NO_OFFSETS = 4;

/** The numbers of a Roaring bitmap in its portable form, written as base64. */
export function readBitmap(text: string, path: string): readonly number[] {
  const bytes = Uint8Array.from(atobOf(text, path), (character) => character.charCodeAt(0));
  try {
    return new BitmapReader(new DataView(bytes.buffer)).numbers();
  } catch {
    throw wrongShape(path, 'a Roaring bitmap as base64', text, 'Failed to deserialize the bitmap.');
  }
}

function atobOf(text: string, path: string): string {
  try {
    return atob(text);
  } catch {
    throw wrongShape(path, 'a Roaring bitmap as base64', text, 'Failed to deserialize the bitmap.');
  }
}

/** https://github.com/RoaringBitmap/RoaringFormatSpec */
class BitmapReader {
  readonly #view: DataView;
  #at = 0;

  constructor(view: DataView) {
    this.#view = view;
  }

  #word(): number {
    const word = this.#view.getUint16(this.#at, true);
    this.#at += 2;
    return word;
  }

  #long(): number {
    const long = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return long;
  }

  numbers(): readonly number[] {
    const cookie = this.#long();
    const hasRuns = (cookie & 0xffff) === WITH_RUNS;
    if (!hasRuns && cookie !== WITHOUT_RUNS) throw new Error('no bitmap');
    const size = hasRuns ? (cookie >>> 16) + 1 : this.#long();
    if (size > 65_536) throw new Error('too many containers');
    const runs = Array.from({ length: hasRuns ? Math.ceil(size / 8) : 0 }, () => this.#view.getUint8(this.#at++));
    const heads = Array.from({ length: size }, () => ({ key: this.#word(), count: this.#word() + 1 }));
    if (!hasRuns || size >= NO_OFFSETS) this.#at += 4 * size;
    return heads.flatMap(({ key, count }, i) => {
      const isRun = ((runs[i >> 3] ?? 0) & (1 << (i & 7))) !== 0;
      return this.#container(isRun, count).map((low) => key * 65_536 + low);
    });
  }

  #container(isRun: boolean, count: number): readonly number[] {
    if (isRun) {
      const runs = Array.from({ length: this.#word() }, () => ({ first: this.#word(), more: this.#word() }));
      return runs.flatMap(({ first, more }) => Array.from({ length: more + 1 }, (_, i) => first + i));
    }
    if (count <= FEW) return Array.from({ length: count }, () => this.#word());
    const found: number[] = [];
    for (let byte = 0; byte < 8192; byte++) {
      const bits = this.#view.getUint8(this.#at++);
      for (let bit = 0; bit < 8; bit++) if (bits & (1 << bit)) found.push(byte * 8 + bit);
    }
    return found;
  }
}
