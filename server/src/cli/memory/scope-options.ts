import { type Command, InvalidArgumentError } from 'commander';

/** The values of the options of a scope. */
export interface ScopeFlags {
  userId?: string;
  agentId?: string;
  runId?: string;
  project?: string;
}

const names = ['user-id', 'agent-id', 'run-id', 'project'] as const;

/** Adds the options that narrow a command to a user, an agent, a run or a project. */
export function addScopeOptions(command: Command, { without = [] }: { without?: readonly string[] } = {}): Command {
  for (const name of names) {
    if (!without.includes(name)) command.option(`--${name} <value>`, `only memories with this ${name}`);
  }
  return command;
}

/** Returns the fields of a request. */
export function toScope({ userId, agentId, runId, project }: ScopeFlags) {
  return {
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    ...(runId === undefined ? {} : { run_id: runId }),
    ...(project === undefined ? {} : { project }),
  };
}

/** Reads a number of an option. @throws {InvalidArgumentError} */
export function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}
