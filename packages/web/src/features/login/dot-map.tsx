export function DotMap() {
  return null;
}
