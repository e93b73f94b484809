import { kind, type RecordStore, type Transaction } from '../../ports/record-store.ts';

/** The record that checks of the store write. */
export const probes = kind<{ id: string; beat: number }>()({
  name: 'probes',
  fields: { id: 'text', beat: 'integer' },
  key: ['id'],
  indexes: {},
});

export const probeCommands = {
  /** Writes the store, whose reads and writes this command needs. */
  async probe(tx: Transaction): Promise<void> {
    const { beat } = (await tx.get(probes, { id: 'probe' })) ?? { beat: 0 };
    tx.put(probes, { id: 'probe', beat: beat + 1 });
  },
};

/**
 * Checks that the store can be read and written.
 * @param problems lists other problems of the database
 */
export function createProbe(records: RecordStore<typeof probeCommands>, problems: () => string[]) {
  return async (): Promise<string[]> => {
    await records.run('', 'probe', undefined);
    return problems();
  };
}
