/** One task for a language model. The instructions are trusted. The material is user text and never mixed with them. */
export interface ExtractionTask {
  /** Letters, digits, _ and -. */
  name: string;
  instructions: string;
  /** JSON text. */
  material: string;
  /** The JSON Schema of the response: an object whose properties are all required, without others. */
  schema: Readonly<Record<string, unknown>>;
}

/** A language model that responds in JSON. The caller checks the response. */
export interface Extractor {
  /** Provider and model. */
  readonly id: string;
  /** Resolves to the parsed response, unchecked. @throws {ExtractorError} */
  generate(task: ExtractionTask): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * `retryable` means an outage, or a wrong setting that an operator will correct; otherwise the material will never
 * work. `unfinished` means that the response was cut off at its maximum length, so less material may work. Customers
 * may see the message; `cause` is for the log.
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
