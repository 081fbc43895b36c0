import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '../refusal.ts';
import { readPlaces } from './read-places.ts';

async function read(source: string | Buffer, size = 11) {
  const bytes = Buffer.from(source as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const blocks = await Array.fromAsync(readPlaces(chunks()));
  return {
    features: blocks.flatMap(({ documents }) => documents),
    lines: blocks.flatMap(({ lines }) => lines),
    aside: blocks.flatMap(({ setAside }) => setAside.map(({ line, reason }) => [line, reason] as const)),
  };
}

test('[SRC-18] waypoints, tracks and routes of GPX are features with what is said of them', async () => {
  const point = (lat: number, time: string) =>
    `<trkpt lat="${lat}" lon="8.5"><ele>400</ele><time>${time}</time></trkpt>`;
  const { features, lines } = await read(`<?xml version="1.0"?>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>none</name></metadata>
    <wpt lat="47.3" lon='8.5'><ele>412.5</ele><name>Spring &amp; well</name><desc><![CDATA[<b>wet</b>]]></desc>
      <link href="https://x.org"><text>x</text></link><extensions><a:depth>3</a:depth></extensions></wpt>
    <trk><name>Walk</name><trkseg>${point(47.1, '2024-01-31T10:00:00Z')}${point(47.2, '2024-01-31T10:01:00Z')}</trkseg>
      <trkseg>${point(47.3, '2024-01-31T10:02:00Z')}</trkseg></trk>
    <rte><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte></gpx>`);
  assert.deepEqual(features, [
    {
      type: 'Feature',
      properties: {
        kind: 'waypoint',
        ele: '412.5',
        name: 'Spring & well',
        desc: '<b>wet</b>',
        link: 'https://x.org',
        depth: '3',
      },
      geometry: { type: 'Point', coordinates: [8.5, 47.3] },
    },
    {
      type: 'Feature',
      properties: {
        kind: 'track',
        name: 'Walk',
        points: 3,
        begin: '2024-01-31T10:00:00Z',
        end: '2024-01-31T10:02:00Z',
      },
      geometry: {
        type: 'LineString',
        coordinates: [
          [8.5, 47.1],
          [8.5, 47.2],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { kind: 'route', points: 2 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [2, 1],
          [4, 3],
        ],
      },
    },
  ]);
  assert.deepEqual(lines, [1, 2, 3]);
});

test('[SRC-18] placemarks of KML are features with their extended data and folder', async () => {
  const { features, aside } =
    await read(`<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name>
    <Folder><name>Wells</name><Placemark><name>A</name><styleUrl>#s</styleUrl>
      <ExtendedData><Data name="depth"><value>12</value></Data><SchemaData schemaUrl="#x"><SimpleData name="owner">Zoë</SimpleData></SchemaData></ExtendedData>
      <TimeStamp><when>2024-01-31</when></TimeStamp><Point><coordinates>8.5,47.3,400</coordinates></Point></Placemark></Folder>
    <Placemark><name>B</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
      0,0 4,0 4,4 0,0 </coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
    <Placemark><name>C</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point><LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry></Placemark>
    <Placemark><name>D</name><Point><coordinates>1;2</coordinates></Point></Placemark>
    <Placemark><name>E</name></Placemark></Document></kml>`);
  const ring = (...points: readonly (readonly [number, number])[]) => points;
  assert.deepEqual(
    features.map(({ properties, geometry }) => [properties, geometry]),
    [
      [
        { name: 'A', depth: '12', owner: 'Zoë', when: '2024-01-31', folder: 'Wells' },
        { type: 'Point', coordinates: [8.5, 47.3] },
      ],
      [
        { name: 'B' },
        {
          type: 'Polygon',
          coordinates: [ring([0, 0], [4, 0], [4, 4], [0, 0]), ring([1, 1], [2, 1], [2, 2], [1, 1])],
        },
      ],
      [
        { name: 'C' },
        {
          type: 'GeometryCollection',
          geometries: [
            { type: 'Point', coordinates: [1, 2] },
            {
              type: 'LineString',
              coordinates: [
                [1, 2],
                [3, 4],
              ],
            },
          ],
        },
      ],
      [{ name: 'E' }, null],
    ],
  );
  assert.deepEqual(aside, [[4, 'The place ?, 1;2 is no latitude and longitude in degrees']]);
});

test('[STR-03] a file that breaks off tells in which element; one without places is refused, and letters are those it says', async () => {
  const cut = await read('<kml><Placemark><name>A</name></Placemark><Placemark><name>B</name><Poi');
  assert.deepEqual([cut.lines, cut.aside.map(([line]) => line)], [[1], [2]]);
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><kml><Placemark><name>Zürich</name></Placemark></kml>',
    'latin1',
  );
  assert.deepEqual((await read(latin)).features[0]?.properties, { name: 'Zürich' });
  await assert.rejects(
    read('<gpx></gpx>'),
    (error) => error instanceof FileRefused && /no placemark, waypoint/.test(error.message),
  );
});

test('[SRC-18] elements deep in each other without end are refused', async () => {
  const deep = `<kml><Placemark>${'<a>'.repeat(5000)}`;
  await assert.rejects(read(deep, 100), { name: 'FileRefused', rule: 'damaged' });
});
