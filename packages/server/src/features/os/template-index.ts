/** The index of a deployed template, under the name it has at the door. */
export interface TemplateIndex {
  readonly slug: string;
  /** Name of the index inside; the door knows it by that, too. */
  readonly id: string;
  /** Epoch ms. */
  readonly created: number;
  readonly partition: string;
  /** Whether its records are shown (`search_enable_source`); those of others are found and counted alone. */
  readonly showsSource: boolean;
}

/** Names inside of those whose records are not shown. */
export const withheldOf = (templates: readonly TemplateIndex[]): readonly string[] =>
  templates.filter(({ showsSource }) => !showsSource).map(({ id }) => id);
