/** Packages of programs that are no workbook, whatever their name: what is in one of them, what it is and the way on from there. */
const PACKAGES: readonly (readonly [holds: RegExp, said: string])[] = [
  [
    /^(?:word\/document|ppt\/presentation)\.xml$/,
    'The file is a Word or PowerPoint document. Save its table as XLSX or CSV and send that.',
  ],
  [
    /^Index\/(?:[^/]*\/)*[^/]*\.iwa$/,
    'The file is a document of Numbers, Pages or Keynote. Export its table as Excel or CSV (File, Export To) and send that.',
  ],
  [
    /^(?:DataModel|Report\/Layout|DataMashup)$/,
    'The file is a report of Power BI. Export the data of its table as CSV or XLSX and send that.',
  ],
  [/^[^/]*\.(?:twb|tds)$/, 'The file is a workbook of Tableau. Export its data as CSV and send that.'],
];

/** Why an archive with such files is no archive of rows; null for any other. */
export const otherPackage = (names: readonly string[]): string | null =>
  PACKAGES.find(([holds]) => names.some((name) => holds.test(name)))?.[1] ?? null;
