import type { CollectionSize } from '../production/service-messages.ts';
import { startStores } from '../production/services.ts';
import type { Measure, Row } from './measure.ts';

const memories = 10_000;
const database = 'sizes';

/**
 * Measures the bytes of a memory in MongoDB, with so many memories that the fixed size of collections does not count.
 */
export const productionSizes: Measure = {
  name: 'production-sizes',
  byNameOnly: true,
  async run({ scratch, progress }) {
    const stores = await startStores(scratch.folder('stores'));
    try {
      progress(`writing ${memories} memories`);
      await stores.call({ kind: 'fill', database, memories });
      const sizes = await stores.call<Record<string, CollectionSize>>({ kind: 'sizes', database });
      return ['memories', 'memory_vectors'].flatMap((name): Row[] => {
        const size = sizes[name];
        if (!size) throw new Error(`there is no collection ${name}`);
        const row = (bytes: number, what: string): Row => ({
          measure: `bytes of a document in ${name}: ${what}`,
          value: bytes / size.documents,
          baseline: null,
          unit: 'bytes',
          goal: null,
          note: `of ${memories} memories of one account, 8 to 25 words and one vector of 384 dimensions each; indexes are those of MongoDB, not of Atlas Search`,
        });
        return [
          row(size.dataBytes, 'in memory'),
          row(size.storageBytes, 'compressed on disk'),
          row(size.indexBytes, 'indexes'),
        ];
      });
    } finally {
      await stores.stop();
    }
  },
};
