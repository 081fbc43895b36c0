/** Why a source ends before it is through; the message says what to do. Any other fault that ends one is unforeseen. */
export class SourceStopped extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceStopped';
  }
}
