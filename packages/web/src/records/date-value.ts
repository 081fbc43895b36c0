const two = (value: number): string => String(value).padStart(2, '0');

const valid = (value: unknown): Date | undefined => {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** Dates between records (epoch ms or ISO text) and the picker (`YYYY-MM-DD HH:mm:ss`, local). */
export const DateTime = {
  forPicker: (value: unknown): string | null => {
    const date = valid(value);
    if (!date) return null;
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  },
  /** Keeps the form the record had: text stays ISO text, everything else becomes epoch ms. */
  fromPicker: (picked: string | null, before: unknown): number | string | null => {
    if (picked === null || picked === '') return null;
    const date = new Date(picked.replace(' ', 'T'));
    if (Number.isNaN(date.getTime())) return null;
    return typeof before === 'string' ? date.toISOString() : date.getTime();
  },
};
