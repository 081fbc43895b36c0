import { Input } from '@mantine/core';
import { type ControlProps, fieldProps } from './control.ts';
import { NumberField } from './number-field.tsx';

type Part = number | string | null;

const part = (value: unknown, key: 'lat' | 'lon'): Part => {
  if (typeof value !== 'object' || value === null || !(key in value)) return null;
  const found: unknown = (value as Record<string, unknown>)[key];
  return typeof found === 'number' || typeof found === 'string' ? found : null;
};

const within =
  (limit: number) =>
  (value: number): string | null =>
    Math.abs(value) <= limit ? null : `"${value}" is outside -${limit} to ${limit}`;

/** A position as two numbers side by side. */
export function PointControl(props: ControlProps) {
  const { label, description, error, withAsterisk, readOnly } = fieldProps(props);
  const lat = part(props.value, 'lat');
  const lon = part(props.value, 'lon');
  const set = (next: { lat: Part; lon: Part }) => props.onChange(next.lat === null && next.lon === null ? null : next);
  return (
    <Input.Wrapper label={label} description={description} error={error} withAsterisk={withAsterisk} labelElement="div">
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
        <NumberField
          aria-label={`${label}, latitude`}
          placeholder="Latitude"
          check={within(90)}
          readOnly={readOnly}
          value={lat}
          onChange={(value) => set({ lat: value, lon })}
        />
        <NumberField
          aria-label={`${label}, longitude`}
          placeholder="Longitude"
          check={within(180)}
          readOnly={readOnly}
          value={lon}
          onChange={(value) => set({ lat, lon: value })}
        />
      </div>
    </Input.Wrapper>
  );
}
