/** Why a difference is no fault of ours, or null. Each line is a fact about OpenSearch 2.19 or a choice that docs/deviations.md admits. */
const KNOWN: readonly { readonly where: RegExp; readonly why: string }[] = [
  {
    where: /percentiles|values\.\d|median_absolute_deviation/,
    why: 'there an estimate from a digest once there are many values, here exact by Hazen’s rule',
  },
];

export function knownDifference(said: string, search: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(search);
  const isEstimate = /"(percentiles|median_absolute_deviation)"/.test(text) && /\.values\.|\.value: /.test(said);
  return isEstimate ? (KNOWN[0]?.why ?? null) : null;
}
