/** Makes identifiers and secrets. Injected so that tests can make them predictable. */
export interface Identifiers {
  /** `mem_` + a sortable id; later calls in one process always sort after earlier ones. */
  memory(): string;
  account(): string;
  key(): string;
  request(): string;
  /** Cryptographically strong random bytes. */
  secret(bytes: number): Buffer;
}
