import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExtractionTask, type Extractor, ExtractorError } from './extractor.ts';

const task: ExtractionTask = {
  name: 'extract_facts_v1',
  instructions:
    'List the facts in the field "text". Generate a JSON object with one field "facts", an array of strings.',
  material: JSON.stringify({ written_at: '2026-11-21T12:00:00.000Z', text: 'Ada lives in Bern.' }),
  schema: {
    type: 'object',
    properties: { facts: { type: 'array', items: { type: 'string' } } },
    required: ['facts'],
    additionalProperties: false,
  },
};

/** The contract that every {@link Extractor} fulfils. */
export function describeExtractor(name: string, create: () => Promise<Extractor>): void {
  describe(name, { timeout: 60_000 }, () => {
    let extractor: Extractor;
    beforeAll(async () => {
      extractor = await create();
    });
    afterAll(() => extractor.close());

    it('does not mix the responses of concurrent calls', async () => {
      const towns = ['Bern', 'Oslo', 'Lima'];
      const outputs = await Promise.all(
        towns.map((town) => extractor.generate({ ...task, material: task.material.replace('Bern', town) })),
      );
      expect(outputs.map((output) => (output as { facts: string[] }).facts.join())).toEqual(
        towns.map((town) => expect.stringContaining(town)),
      );
    });

    it('rejects waiting and later calls with ExtractorError when it is closed', async () => {
      const closing = await create();
      const rejected = expect(closing.generate(task)).rejects.toBeInstanceOf(ExtractorError);
      await closing.close();
      await rejected;
      await expect(closing.generate(task)).rejects.toBeInstanceOf(ExtractorError);
      await closing.close();
    });
  });
}
