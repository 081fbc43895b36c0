/** `hh:mm:ss` in the browser's zone. */
export const formatTime = (ts: number): string => new Date(ts).toTimeString().slice(0, 8);
