/** One memory in the text of an answer: what it is called and says, then all that is known about it. */
export interface ShownMemory {
  id: string;
  memory: string;
  user_id: string;
  agent_id: string | null;
  run_id: string | null;
  metadata: object;
  [key: string]: unknown;
}

export function memoryLines(number: number, memory: ShownMemory, facts: readonly string[]): string {
  const { id, memory: text, user_id, agent_id, run_id, metadata } = memory;
  const about = [
    ...facts,
    `user_id ${user_id}`,
    ...(agent_id === null ? [] : [`agent_id ${agent_id}`]),
    ...(run_id === null ? [] : [`run_id ${run_id}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [`metadata ${JSON.stringify(metadata)}`]),
  ];
  return `[${number}] ${id} (${about.join('; ')})\n${text}`;
}
