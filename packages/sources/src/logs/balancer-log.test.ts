import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancerEntry } from './balancer-log.ts';

const APPLICATION =
  'https 2024-01-31T10:00:00.123456Z app/lb/50dc 192.168.1.1:2817 - -1 0.048 0.037 502 - 34 57 "GET https://example.com:443/a?b HTTP/1.1" "say \\"hi\\"" - TLSv1.2 arn:aws:x "Root=1-58" "example.com" "-" 1 2024-01-31T10:00:00.037000Z "waf,forward" "-" "-" "10.0.0.1:80" "200" "-" "-" TID_1 later';

test('[SRC-23] [SRC-36] an entry of a load balancer has its parts by their names; what it has no value for is empty', () => {
  const entry = balancerEntry(APPLICATION);
  assert.ok(entry);
  const { type, time, client, target, request_processing_time, target_processing_time, status, target_status } = entry;
  assert.deepEqual([type, time, client, target], ['https', '2024-01-31T10:00:00.123456Z', '192.168.1.1:2817', null]);
  assert.deepEqual(
    [request_processing_time, target_processing_time, status, target_status],
    [null, '0.048', '502', null],
  );
  const { method, path, protocol, agent, actions, certificate, trace_connection, more } = entry;
  assert.deepEqual([method, path, protocol], ['GET', 'https://example.com:443/a?b', 'HTTP/1.1']);
  assert.deepEqual([agent, actions, certificate], ['say "hi"', 'waf,forward', null]);
  assert.deepEqual([trace_connection, more], ['TID_1', 'later']);
  const none = balancerEntry(APPLICATION.replace(/"GET[^"]*"/, '"- http://lb:80- "'));
  assert.deepEqual([none?.method, none?.path, none?.status], [null, '- http://lb:80- ', '502']);
});

test('[SRC-23] [SRC-36] so has one of the classic balancer and of a bucket', () => {
  const classic = balancerEntry(
    '2024-01-31T10:00:00.123456Z lb 192.168.1.1:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "- - - " "-" - -',
  );
  assert.deepEqual([classic?.elb, classic?.method, classic?.path, classic?.status], ['lb', null, '-', '200']);
  const bucket = balancerEntry(
    '79a5 b [06/Feb/2024:00:00:38 +0200] 192.0.2.3 - 3E57 REST.GET.OBJECT a%20b.txt "GET /a HTTP/1.1" 200 - 113 114 7 5 "-" "S3Console/0.4" - s9lz= SigV4 ECDHE AuthHeader b.s3.amazonaws.com TLSV1.2 - -',
  );
  assert.deepEqual([bucket?.bucket, bucket?.time, bucket?.requester], ['b', '2024-02-06T00:00:38+02:00', null]);
  assert.deepEqual(
    [bucket?.key, bucket?.method, bucket?.bytes, bucket?.object_size],
    ['a%20b.txt', 'GET', '113', '114'],
  );
  for (const line of ['', 'a b c', 'http 2024-01-31T10:00:00Z up', '2024-01-31T10:00:00Z INFO main - GET /a HTTP/1.1'])
    assert.equal(balancerEntry(line), null, line);
});
