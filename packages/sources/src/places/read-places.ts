import { peek } from '../files/peek.ts';
import type { DocumentBlock } from '../json/documents.ts';
import type { Fields } from '../json/fields.ts';
import { markupDecoder } from '../markup/markup-text.ts';
import { FileRefused } from '../refusal.ts';
import type { SetAside } from '../rows/row-reader.ts';
import { decodeXml, type XmlHandler, XmlScanner } from '../xlsx/xml.ts';
import { gpxFeature, isGpxFeature } from './gpx.ts';
import { kmlFeature } from './kml.ts';
import { type Node, PlaceFault } from './node.ts';

/** Elements of a feature that stand in each other at most. */
const DEEPEST = 100;

/** Gathers the features of GPX (waypoints, tracks, routes) and KML (placemarks) while their XML comes in. */
class Places implements XmlHandler {
  /** The feature that is read and what of it is open; empty between two. */
  readonly #open: Node[] = [];
  /** Folders of KML around, each with its name once that was read. */
  readonly #folders: Node[] = [];
  #isName = false;
  #features: Fields[] = [];
  #lines: number[] = [];
  #setAside: SetAside[] = [];
  count = 0;

  open(name: string, attributes: string): void {
    const node: Node = { name, attributes, text: '', children: [] };
    const around = this.#open.at(-1);
    if (around || name === 'Placemark' || isGpxFeature(name)) {
      if (this.#open.length === DEEPEST)
        throw new FileRefused(
          'damaged',
          `The file has elements more than ${DEEPEST} deep in each other, as no GPX or KML has: export the places anew.`,
        );
      around?.children.push(node);
      this.#open.push(node);
    } else if (name === 'Folder') this.#folders.push(node);
    else this.#isName = name === 'name';
  }

  text(text: string): void {
    const node = this.#open.at(-1) ?? (this.#isName ? this.#folders.at(-1) : undefined);
    if (node) node.text += decodeXml(text);
  }

  close(name: string): void {
    const node = this.#open.pop();
    this.#isName = false;
    if (!node) {
      if (name === 'Folder') this.#folders.pop();
      return;
    }
    node.text = node.text.trim();
    if (this.#open.length === 0) this.#take(node);
  }

  #take(node: Node): void {
    this.count++;
    try {
      const feature =
        node.name === 'Placemark' ? kmlFeature(node, this.#folders.at(-1)?.text.trim()) : gpxFeature(node);
      this.#features.push(feature);
      this.#lines.push(this.count);
    } catch (cause) {
      if (!(cause instanceof PlaceFault)) throw cause;
      this.#refuse(node, cause.message);
    }
  }

  #refuse(node: Node, reason: string): void {
    const texts = node.children.filter(({ children }) => children.length === 0).map(({ name, text }) => [name, text]);
    const raw = JSON.stringify(Object.fromEntries(texts)).slice(0, 65_536);
    this.#setAside.push({ line: this.count, raw, rule: 'geojson', reason });
  }

  end(): void {
    const [node] = this.#open;
    if (!node) return;
    this.count++;
    this.#refuse(
      node,
      'The file ends in the middle of this element: save or download the whole of it and send it again',
    );
  }

  take(): DocumentBlock {
    const block = { documents: this.#features, lines: this.#lines, setAside: this.#setAside };
    [this.#features, this.#lines, this.#setAside] = [[], [], []];
    return block;
  }
}

/**
 * The features of a GPX or KML file. One whose coordinates are none is set aside.
 * @throws FileRefused when there is none
 */
export async function* readPlaces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const places = new Places();
  const scanner = new XmlScanner(places);
  const { head, rest } = await peek(bytes);
  const decoder = markupDecoder(head);
  for await (const chunk of rest) {
    scanner.push(decoder.decode(chunk, { stream: true }));
    yield places.take();
  }
  scanner.push(decoder.decode());
  places.end();
  yield places.take();
  if (places.count === 0)
    throw new FileRefused(
      'empty',
      'The file holds no placemark, waypoint, track or route: export the places themselves.',
    );
}
