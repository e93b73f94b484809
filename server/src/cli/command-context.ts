import type { OpenReembedding, StorePlace } from '../app/services.ts';
import type { Config } from '../config/config.ts';
import type { RunningServer } from '../main.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import { OperatorError } from '../ports/operator-error.ts';
import type { RecordReader, RecordStore } from '../ports/records.ts';

/** What looks at an installation without changing it. */
export type Doctor = typeof import('../app/services/doctor.ts');

/** The world as the commands see it. */
export interface CommandContext {
  /** @throws {ConfigError} */
  readConfig(): Config;
  readEnvironment(): Record<string, string | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  startServer(config: Config): Promise<RunningServer>;
  /** Brings the store up to date, telling about long waits. */
  migrateStore(config: Config, onProgress: (message: string) => void): Promise<void>;
  openReembedding(config: Config): Promise<OpenReembedding>;
  openAccountStore(config: Config): Promise<OpenAccountStore>;
  openCopySource(place: StorePlace): Promise<RecordReader>;
  openCopyTarget(place: StorePlace): Promise<RecordStore>;
  /** As far as can be told without opening them. */
  isSamePlace(one: StorePlace, other: StorePlace): Promise<boolean>;
  loadDoctor(): Promise<Doctor>;
  /** What was asked for; may be captured. */
  print(text: string): void;
  /** What a person wants to know beside it. */
  explain(text: string): void;
  /** Everything on standard input. */
  readInput(): Promise<string>;
  /** Whether what is explained goes to a terminal, where a line can be written over. */
  isTerminal: boolean;
  /** Resolves when the process is told to stop. */
  stopRequest(): Promise<void>;
  /** Whose machine this is: it decides where other programs keep their settings. */
  machine: { platform: NodeJS.Platform; home: string };
  /** Starts the stdio bridge for MCP clients. */
  bridge: { command: string; args: readonly string[] };
  /** How the person calls this program: begins the commands that messages propose. */
  programName: string;
}

export interface OpenAccountStore {
  store: AccountStore;
  clock: Clock;
  identifiers: Identifiers;
  close(): Promise<void>;
}

/** The command can't do what was asked; the message says what to do instead. */
export class CommandError extends OperatorError {
  override readonly name = 'CommandError';
}

/** The command has printed what went wrong, and has nothing to add but its exit code. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure';
}

/** The command was told to stop, and did so in order; the message says how to go on. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
