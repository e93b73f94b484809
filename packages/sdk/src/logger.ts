/** Receives the log of a client; `console` is one. Credentials, headers, queries and bodies are never written. */
export interface Logger {
  /** Writes warnings. */
  warn(message: string): void;
  /** Writes retries. */
  info(message: string): void;
  /** Writes requests and their responses. */
  debug(message: string): void;
}

/** The levels of the log; each includes those before it. Errors are thrown, so `error` writes nothing. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';
