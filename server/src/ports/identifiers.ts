/** Makes identifiers and secrets. Injected so that tests can make them predictable. */
export interface Identifiers {
  /** Makes `mem_` and a sortable id. Later ids of one process sort after earlier ones. */
  memory(): string;
  account(): string;
  key(): string;
  request(): string;
  /** Names an event of the audit log. Later ids of one process sort after earlier ones. */
  event(): string;
  deletion(): string;
  webhook(): string;
  secret(bytes: number): Buffer;
}
