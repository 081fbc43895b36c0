/** The index of a deployed template, under the name it has at the door. */
export interface TemplateIndex {
  readonly slug: string;
  /** Name of the index inside; the door knows it by that, too. */
  readonly id: string;
  /** Epoch ms. */
  readonly created: number;
  readonly partition: string;
}
