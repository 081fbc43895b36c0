/** The steps of a dotted name. Dots at its end name nothing, as in OpenSearch (`String.split` of Java); one of dots alone has no steps. */
export function stepsOfName(name: string): readonly string[] {
  const steps = name.split('.');
  while (steps.at(-1) === '' && name !== '') steps.pop();
  return steps;
}
