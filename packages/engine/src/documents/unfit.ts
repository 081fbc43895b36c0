/** Why a value does not fit its field: the exception OpenSearch names as the cause. */
export class Unfit extends Error {
  readonly kind: string;

  constructor(reason: string, kind = 'illegal_argument_exception') {
    super(reason);
    this.kind = kind;
  }
}
