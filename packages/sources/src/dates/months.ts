/** How the names of months begin, in English and Indonesian. */
const BEGINNINGS: ReadonlyMap<string, number> = numbered([
  ['jan'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['may', 'mei'],
  ['jun'],
  ['jul'],
  ['aug', 'agu', 'agt', 'ags'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'des'],
]);
/** Names that begin otherwise, whole and short: German, French, Spanish, Portuguese, Italian, Dutch and Swedish ones. */
const NAMES: ReadonlyMap<string, number> = numbered([
  ['jänner', 'jän', 'enero', 'ene', 'gennaio', 'gen'],
  ['février', 'févr', 'fév', 'fevrier', 'fevereiro', 'fev'],
  ['märz', 'maerz', 'mär', 'mrz', 'março', 'maart', 'mrt'],
  ['avril', 'avr', 'abril', 'abr'],
  ['mai', 'maio', 'maj', 'maggio', 'mag'],
  ['juin', 'giugno', 'giu'],
  ['juillet', 'juil', 'luglio', 'lug'],
  ['août', 'aout', 'agosto', 'ago'],
  ['setembro', 'setiembre', 'settembre', 'set'],
  ['outubro', 'out', 'ottobre', 'ott'],
  [],
  ['dezember', 'dezembro', 'dez', 'décembre', 'déc', 'diciembre', 'dicembre', 'dic'],
]);

function numbered(months: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  return new Map(months.flatMap((names, i) => names.map((name) => [name, i + 1] as const)));
}

/** The number of a month by its name, or 0. Marraskuu is November. */
export function monthOf(name: string): number {
  const small = name.toLowerCase();
  const begun = small.startsWith('marras') ? undefined : BEGINNINGS.get(small.slice(0, 3));
  return NAMES.get(small) ?? begun ?? 0;
}
