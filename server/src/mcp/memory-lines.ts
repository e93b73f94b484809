import type { components } from '../generated/contract.d.ts';

type ShownMemory = Pick<
  components['schemas']['Memory'],
  'id' | 'memory' | 'user_id' | 'agent_id' | 'run_id' | 'metadata'
>;

/** Renders a memory for a model: its number, its id, all that describes it, and its text. */
export function memoryLines(number: number, memory: ShownMemory, facts: readonly string[]): string {
  const { id, memory: text, user_id, agent_id, run_id, metadata } = memory;
  const about = [
    ...facts,
    ...scopeParts({ user_id, agent_id, run_id }),
    ...(Object.keys(metadata).length === 0 ? [] : [`metadata ${JSON.stringify(metadata)}`]),
  ];
  return `[${number}] ${id} (${about.join('; ')})\n${text}`;
}

export function scopeParts({ user_id, agent_id, run_id }: Pick<ShownMemory, 'user_id' | 'agent_id' | 'run_id'>) {
  return [
    `user_id ${user_id}`,
    ...(agent_id === null ? [] : [`agent_id ${agent_id}`]),
    ...(run_id === null ? [] : [`run_id ${run_id}`]),
  ];
}

export function countedMemories(count: number): string {
  return count === 1 ? '1 memory' : `${count} memories`;
}
