import type { styleText } from 'node:util';
import type { Config } from '../config/config.ts';
import type { RunningServer } from '../main.ts';
import { OperatorError } from '../ports/operator-error.ts';

export type Doctor = typeof import('../app/services/doctor.ts');

type OfServers = 'createServices' | 'watchedOperations' | 'createStores' | 'openStore';
export type StoreServices = Omit<typeof import('../app/services.ts'), OfServers>;

/** Where Claude Code finds the marketplace with the plugin: a clone, or the repository. */
export type MarketplaceSource = { source: 'directory'; path: string } | { source: 'github'; repo: string };

/** The side effects of commands, which tests replace. */
export interface CommandContext {
  readConfig(): Config;
  readEnvironment(): Record<string, string | undefined>;
  now(): number;
  startServer(config: Config): Promise<RunningServer>;
  loadServices(): Promise<StoreServices>;
  loadDoctor(): Promise<Doctor>;
  loadSdk(): Promise<typeof import('@mnema/sdk')>;
  /** Prints the result, which may be captured. */
  print(text: string): void;
  /** Prints remarks for the person at the terminal. */
  explain(text: string): void;
  readInput(): Promise<string>;
  /** Whether remarks go to a terminal, where a line can be overwritten. */
  isTerminal: boolean;
  /** Whether the result goes to a terminal, so that a person reads it. */
  isOutputTerminal: boolean;
  /** Adds a style to a part of the result, where it is shown in colours. */
  style: typeof styleText;
  /** Returns the signal of a request to stop the command. */
  stopRequest(): AbortSignal;
  machine: { platform: NodeJS.Platform; home: string };
  bridge: { command: string; args: readonly string[] };
  marketplace: MarketplaceSource;
  version: string;
  /** The name by which this program was called. The commands in messages begin with it. */
  programName: string;
}

/** An error of a command. The message contains the fix. */
export class CommandError extends OperatorError {
  override readonly name: string = 'CommandError';
  readonly exitCode: number = 1;
}

/** An error in the command line that the parser did not find. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** The orderly stop of a command after a request to stop. The message describes how to continue. */
export class Interrupted extends CommandError {
  override readonly exitCode = 130;
}

/** An error that the command has already printed. Only its exit code is left. */
export class ReportedFailure extends Error {}
