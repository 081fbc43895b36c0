import { Input, NumberInput } from '@mantine/core';
import { type ControlProps, fieldProps } from './control.ts';

const part = (value: unknown, key: 'lat' | 'lon'): number | string => {
  if (typeof value !== 'object' || value === null || !(key in value)) return '';
  const found: unknown = (value as Record<string, unknown>)[key];
  return typeof found === 'number' ? found : '';
};

/** A position as two numbers side by side. */
export function PointControl(props: ControlProps) {
  const { label, description, error, withAsterisk, inputWrapperOrder, readOnly } = fieldProps(props);
  const lat = part(props.value, 'lat');
  const lon = part(props.value, 'lon');
  const set = (next: { lat: number | string; lon: number | string }) =>
    props.onChange(next.lat === '' && next.lon === '' ? null : next);
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      inputWrapperOrder={inputWrapperOrder}
      labelElement="div"
    >
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
        <NumberInput
          aria-label={`${label}, latitude`}
          placeholder="Latitude"
          hideControls
          readOnly={readOnly}
          value={lat}
          onChange={(value) => set({ lat: value, lon })}
        />
        <NumberInput
          aria-label={`${label}, longitude`}
          placeholder="Longitude"
          hideControls
          readOnly={readOnly}
          value={lon}
          onChange={(value) => set({ lat, lon: value })}
        />
      </div>
    </Input.Wrapper>
  );
}
