import { ModelError } from './embedder.ts';

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

export class ExtractorError extends ModelError {
  override readonly name = 'ExtractorError';
}
