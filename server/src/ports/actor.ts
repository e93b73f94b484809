/** The author of a change of a memory. A worker is the author if it extracts the facts of another memory. */
export interface Actor {
  kind: 'api_key' | 'session' | 'mcp' | 'worker' | 'import';
  /** The first characters of the API key; null without one. */
  keyPrefix: string | null;
}

export const workerActor: Actor = { kind: 'worker', keyPrefix: null };
