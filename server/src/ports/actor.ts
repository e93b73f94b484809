/** The author of a change of a memory. A worker changes it while it extracts the facts of another one. */
export interface Actor {
  kind: 'api_key' | 'session' | 'mcp' | 'worker' | 'import';
  /** The first characters of the API key; null without one. */
  keyPrefix: string | null;
}

export const workerActor: Actor = { kind: 'worker', keyPrefix: null };
