import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberFault, systemFault } from './coordinate-system.ts';

test('[SRC-19] coordinates of GeoJSON are degrees by the usual names of their system, and by no other', () => {
  const degrees = [
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:6.9:4326',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'http://www.opengis.net/gml/srs/epsg.xml#4326',
    'EPSG:4326',
    'epsg:4258',
    'OGC:CRS84',
    'WGS 84',
    'WGS84',
  ];
  assert.deepEqual(
    degrees.map(systemFault),
    degrees.map(() => null),
  );
  for (const name of [
    'EPSG:3857',
    'urn:ogc:def:crs:EPSG::4267',
    'EPSG:14326',
    'urn:ogc:def:crs:OGC:1.3:CRS27',
    '',
    'x',
  ])
    assert.match(systemFault(name) ?? '', /not degrees/, name);
  assert.equal(memberFault(null), null);
  assert.equal(memberFault(undefined), null);
  assert.match(
    memberFault({ type: 'name', properties: { name: 'x' } }) ?? '',
    /^Its coordinates are of the system 'x'/,
  );
  const linked = {
    type: 'link',
    properties: { href: 'http://spatialreference.org/ref/epsg/25832/proj4/', type: 'proj4' },
  };
  assert.match(memberFault(linked) ?? '', /spatialreference\.org/);
  assert.equal(
    memberFault({ type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/4326/proj4/' } }),
    null,
  );
});
