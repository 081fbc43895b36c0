import type { Map as MapLibre } from 'maplibre-gl';
import { CHART_FONT, LABEL, LEGEND_ROOM, shortName } from '../chart-text.ts';

/** The ground of a panel, and what lies beyond the edges of the world. */
const GROUND = '#363636';
const BEYOND = '#2d2d2d';
/** px around what is drawn, and below the map for whose map it is. */
const MARGIN = 12;
const FOOT = 28;

/** A map as a file, at the size it has, with its title above and the sources of the map below it (VIS-19). */
export async function mapPicture(map: MapLibre, title: string): Promise<Blob> {
  const [drawn] = await Promise.all([copyOf(map), document.fonts.load(CHART_FONT).catch(() => [])]);
  const sources = map.getContainer().querySelector('.maplibregl-ctrl-attrib-inner')?.textContent ?? '';
  const { clientWidth, clientHeight } = map.getContainer();
  const dots = drawn.width / clientWidth;
  const [width, height] = [clientWidth + 2 * MARGIN, clientHeight + MARGIN + LEGEND_ROOM + FOOT];
  const picture = new OffscreenCanvas(Math.round(width * dots), Math.round(height * dots));
  const ground = picture.getContext('2d');
  if (!ground) throw new Error('This browser draws no pictures.');
  ground.scale(dots, dots);
  ground.fillStyle = GROUND;
  ground.fillRect(0, 0, width, height);
  ground.fillStyle = BEYOND;
  ground.fillRect(MARGIN, MARGIN + LEGEND_ROOM, clientWidth, clientHeight);
  ground.drawImage(drawn, MARGIN, MARGIN + LEGEND_ROOM, clientWidth, clientHeight);
  ground.textBaseline = 'middle';
  ground.fillStyle = '#F4F4F4';
  ground.font = `500 14px "${LABEL.fontFamily}"`;
  ground.fillText(shortName(title, Math.floor(clientWidth / 8)), MARGIN, MARGIN + LEGEND_ROOM / 2 - 4);
  ground.fillStyle = LABEL.color;
  ground.font = `${LABEL.fontSize}px "${LABEL.fontFamily}"`;
  ground.textAlign = 'right';
  ground.fillText(sources, width - MARGIN, height - FOOT / 2);
  return picture.convertToBlob({ type: 'image/png' });
}

/** The canvas of a map is empty again once it was shown: it is read while it is drawn. */
const copyOf = (map: MapLibre): Promise<OffscreenCanvas> =>
  new Promise((resolve) => {
    map.once('render', () => {
      const { width, height } = map.getCanvas();
      const copy = new OffscreenCanvas(width, height);
      copy.getContext('2d')?.drawImage(map.getCanvas(), 0, 0);
      resolve(copy);
    });
    map.triggerRepaint();
  });
