/** Where a client writes what it does; `console` is one. Credentials, headers, queries and bodies are never written. */
export interface Logger {
  /** For what should be looked at. */
  warn(message: string): void;
  /** For each retry. */
  info(message: string): void;
  /** For each request and its answer. */
  debug(message: string): void;
}

/** How much is written; each level includes those before it. There is nothing at `error` but what is thrown. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';
