import { z } from 'zod';
import { type ExtractionTask, type Extractor, ExtractorError } from '../../../ports/extractor.ts';
import { applyContentPolicy } from '../../memories/content-policy.ts';

const maxAttempts = 2;

/** @param read resolves a response to its content; undefined: it does not match the task @throws {ExtractorError} */
export async function generate<Output>(
  extractor: Extractor,
  task: ExtractionTask,
  read: (output: unknown) => Output | undefined,
): Promise<Output> {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const output = read(await extractor.generate(task));
    if (output !== undefined) return output;
  }
  throw new ExtractorError('the language model returned a response in the wrong format', { retryable: false });
}

/** Whether the response was cut off, so that a smaller task may get a complete one. */
export function isUnfinished(error: unknown): boolean {
  return error instanceof ExtractorError && error.unfinished;
}

/** A model may join the pieces of a secret that were apart in the text. */
export async function withoutSecrets(accountId: string, text: string): Promise<string> {
  const { content } = await applyContentPolicy(accountId, 'redact', { text });
  return content.text;
}

const limits = ['minimum', 'maximum', 'minLength', 'maxItems', 'maxLength'] as const;

/** Returns the JSON Schema of a response, without limits, which some providers reject. */
export function toResponseSchema(output: z.ZodObject): ExtractionTask['schema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(output, {
    override({ jsonSchema }) {
      for (const limit of limits) delete jsonSchema[limit];
    },
  });
  return schema;
}
