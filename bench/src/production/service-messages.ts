/** Bytes of a collection, as the server counts them. */
export interface CollectionSize {
  documents: number;
  /** Of the documents, as they are in memory. */
  dataBytes: number;
  /** The same, compressed, on disk. */
  storageBytes: number;
  /** Of all its ordinary indexes, on disk. */
  indexBytes: number;
}

export type ServiceRequest =
  | { kind: 'sizes'; database: string }
  | { kind: 'fill'; database: string; accountId: string; memories: number }
  | { kind: 'redis'; words: string[] }
  | { kind: 'provider calls' };

/** By collection; what Redis answered; how many texts each call held since the last time. */
export type ServiceResult = Record<string, CollectionSize> | string | number[];

export interface ReadyServices {
  kind: 'ready';
  /** Settings of the server. */
  settings: Record<string, string>;
  /** Of the processes that answer, by name. */
  pids: Record<string, number>;
}

export type ServiceReply =
  | ReadyServices
  | { kind: 'answer'; id: number; result: ServiceResult }
  | { kind: 'failure'; id: number; message: string };
