import { kind, type Transaction } from '../../ports/record-store.ts';

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
