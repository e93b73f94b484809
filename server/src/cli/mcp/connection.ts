/** How a client gets to the server: by itself, or through the stdio bridge. */
export type Connection =
  | { kind: 'remote'; url: string; headers: Record<string, string> }
  | { kind: 'bridge'; command: string; args: readonly string[]; env: Record<string, string> };
