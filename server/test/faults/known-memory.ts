/** The kinds of writes that clients send. */
export const writeKinds = ['create', 'batch', 'import', 'expiring', 'update', 'restore', 'delete', 'scope'] as const;
export type WriteKind = (typeof writeKinds)[number];

/** What a client knows of a memory. Every text begins with a marker of its own, so that none can pass for another. */
export interface KnownMemory {
  /** null: no response has named it. */
  id: string | null;
  /** The texts that it may have: one, unless a change went unanswered. */
  texts: string[];
  /** The text of the first version. */
  first: string;
  /** `maybe`: a write without an Idempotency-Key got no response. */
  there: 'yes' | 'no' | 'maybe';
  /** How it ended; null: it did not. */
  end: 'deleted' | 'expired' | null;
  /** A write is under way, or one without an Idempotency-Key got no response: nothing more is sent. */
  busy: boolean;
  /** A change without an Idempotency-Key got no response: it may have been made or not. */
  mayHaveChanged: boolean;
  version: number;
  /** The version that brought the present text, which is ingested. */
  textVersion: number;
  /** The provider never takes its text. */
  poisonous: boolean;
}

export function newKnownMemory(text: string, fields: Partial<KnownMemory> = {}): KnownMemory {
  return {
    ...{ id: null, texts: [text], first: text, there: 'maybe', end: null, busy: true, mayHaveChanged: false },
    ...{ version: 1, textVersion: 1, poisonous: false },
    ...fields,
  };
}

export function markerOf(text: string): string {
  return text.split(' ')[0] as string;
}
