import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useGo } from '../../navigation.tsx';
import { BarePage } from '../../shell/bare-page.tsx';
import { defaultLocation, keepLocation, type Location, parseLocation } from './location.ts';

const reasons: Readonly<Record<number, string>> = {
  1: 'This browser does not allow the page to read the location. Allow it in the address bar, then try again.',
  2: 'The device cannot find its location here. Outdoors it usually can.',
  3: 'The device took too long to find its location.',
};

/** Location denied or not available: try again, take the default, or write it (RTE-17). */
export function LocationErrorScreen() {
  const go = useGo();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [reason, setReason] = useState('The device did not give its location, or this browser may not read it.');
  const use = (location: Location) => {
    keepLocation(location);
    go('lapangan');
  };
  const again = () => {
    if (!('geolocation' in navigator)) return setReason('This device has no way to find its location.');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => use({ lat: coords.latitude, lon: coords.longitude }),
      ({ code }) => setReason(reasons[code] ?? 'The location is not available.'),
      { timeout: 15_000 },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const location = parseLocation(text);
    if (location) use(location);
    else setProblem('Write latitude and longitude, as 4.02, 108.21');
  };
  return (
    <BarePage title="Location not available" narrow>
      <p role="status" className="ds-quiet">
        {reason}
      </p>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '16px 0 24px' }}>
        <Button variant="filled" onClick={again}>
          Try again
        </Button>
        <Button onClick={() => use(defaultLocation)}>Use the default location</Button>
      </div>
      <form onSubmit={submit} style={{ display: 'grid', gap: 8, maxWidth: 320 }}>
        <TextInput
          label="Enter it by hand"
          placeholder="Latitude, longitude"
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit">Use this place</Button>
        </div>
      </form>
    </BarePage>
  );
}
