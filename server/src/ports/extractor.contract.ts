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

/** What every {@link Extractor} must do. */
export function describeExtractor(name: string, create: () => Promise<Extractor>): void {
  describe(name, { timeout: 60_000 }, () => {
    let extractor: Extractor;
    beforeAll(async () => {
      extractor = await create();
    });
    afterAll(() => extractor.close());

    it('answers in the shape it is asked for', async () => {
      const output = (await extractor.generate(task)) as { facts: string[] };
      expect(output.facts).toEqual([expect.stringContaining('Bern')]);
    });

    it('keeps questions asked at the same time apart', async () => {
      const towns = ['Bern', 'Oslo', 'Lima'];
      const outputs = await Promise.all(
        towns.map((town) => extractor.generate({ ...task, material: task.material.replace('Bern', town) })),
      );
      expect(outputs.map((output) => (output as { facts: string[] }).facts.join())).toEqual(
        towns.map((town) => expect.stringContaining(town)),
      );
    });

    it('rejects with ExtractorError what waits when it is closed, and every question after that', async () => {
      const closing = await create();
      const rejected = expect(closing.generate(task)).rejects.toBeInstanceOf(ExtractorError);
      await closing.close();
      await rejected;
      await expect(closing.generate(task)).rejects.toBeInstanceOf(ExtractorError);
      await closing.close();
    });
  });
}
