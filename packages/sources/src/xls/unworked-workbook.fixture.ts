import { gunzipSync } from 'node:zlib';

/** An XLS workbook as a program wrote it that works no formula out: A with =1+0 and B with =1+1 under code and num1. */
const PACKED = [
  'H4sIAAAAAAACA+1YTWhTQRD+9r2k+SFNX2oqtGIIhda29lK8eGmfLWpPlupFEUFfmxykNZFQD3qxWnMUBE+Kl0IvXqpe/EEP9uZBqOhBEIREj5',
  '4EhR7abGcn+2haIzRQi8p+j52dNzs7O9mdnZfdd8uJ0vyTjjK2YAg2KjKCphqZoBLxXxxQu5SK9eswFWnwTyESpoVsCuJl89uQWkO13mVYeBxY',
  'Igp8oXIOlzGWz2XTu4gR9sETyodBogIPSBJHO3vVynSS6R6mj1jzFdMjLLnNdJB0S+Islt2xvsM6is9YndwWh7L7jPt8YskA2vBGRfH1O6KqG8',
  'Rw4aI3/Xc2pAIxLIDWbTSbyxa86RKStIAL+CnTwA9/p75OG/nuygVIvrJZHqojv2sFgFnICxzgRcSwZKuWAI56M94qUsTBL5P5TJaq3JVLAxQF',
  'w1RGoioh8wZ2Nm3gZg7sGNEMWphPcHg7lKJXH35/f2Ji3D3PkllO2tXU3qW8gcQN1YM6x7mFHWLdPqYHmd5kq/uY72CapKCkunu8TTPH51jnFr',
  'd20ziHGB/cAzV8D/HFbyefp4pf3V7iF0fL15KLH915dNKnJkP91TOHftEv7t9TeOH6tdBp4DPT9l9SQthytO9Sf79asIYoswmm1Tc1O0Lrizr6',
  'gvUtntv97E9Cz4rUiiGkBC0WbGXCqmPCYhO2NmH91oSAPWS14qnSpzS2gSgMDAwMDAwMDAwMdgBC/7m39UEjqI8QIX2vs0alYq5J/lucQp6eGT',
  'qYHkOO6gKuNhQ/exEUvi2xzT7+faHCaRq9gClMsB9TDccvHQFF7e/Zdkdn57ZQo+NXGvHzD4+/DljcmeoAFgAA',
].join('');

/** What stands for the result of a formula that came to nothing. */
const NOTHING = Buffer.from([3, 0, 0, 0, 0, 0, 255, 255]);

/** The workbook; with `worked` the second formula came to that. */
export function unworkedWorkbook(worked?: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(gunzipSync(Buffer.from(PACKED, 'base64')));
  if (worked !== undefined) bytes.writeDoubleLE(worked, bytes.lastIndexOf(NOTHING));
  return bytes;
}
