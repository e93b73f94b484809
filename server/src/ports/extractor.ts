/** One question to a language model. Instructions are ours; material is somebody's text and never goes among them. */
export interface ExtractionTask {
  /** Letters, digits, _ and -. */
  name: string;
  instructions: string;
  /** JSON text. */
  material: string;
  /** JSON Schema of the answer: an object whose properties are all required and no others allowed. */
  schema: Readonly<Record<string, unknown>>;
}

/** A language model that answers in JSON. What it answers is checked by whoever asked. */
export interface Extractor {
  /** Provider and model. */
  readonly id: string;
  /**
   * Resolves to the parsed answer, which may still be anything.
   * @throws {ExtractorError}
   */
  generate(task: ExtractionTask): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * `retryable` tells an outage, or a setting that somebody will put right, from material that will never be answered. The
 * message may be shown to customers, `cause` is for the log. `unfinished`: the answer was cut off for its length; less
 * material may be answered.
 */
export class ExtractorError extends Error {
  override readonly name = 'ExtractorError';
  readonly retryable: boolean;
  readonly unfinished: boolean;

  constructor(message: string, options: { retryable: boolean; unfinished?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.unfinished = options.unfinished ?? false;
  }
}
