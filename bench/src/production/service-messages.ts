/** The bytes of a collection, as the server counts them. */
export interface CollectionSize {
  documents: number;
  /** The documents, uncompressed. */
  dataBytes: number;
  /** The documents, compressed on disk. */
  storageBytes: number;
  /** All ordinary indexes on disk. */
  indexBytes: number;
}

export type ServiceRequest =
  | { kind: 'sizes'; database: string }
  | { kind: 'fill'; database: string; memories: number }
  | { kind: 'redis'; words: string[] }
  | { kind: 'provider calls' };

/** The collections by name, the response of Redis, or the number of texts in each call since the last request. */
export type ServiceResult = Record<string, CollectionSize> | string | number[];

export interface ReadyServices {
  kind: 'ready';
  /** The settings of the server. */
  settings: Record<string, string>;
  /** The processes by name. */
  pids: Record<string, number>;
}

export type ServiceReply =
  | ReadyServices
  | { kind: 'answer'; id: number; result: ServiceResult }
  | { kind: 'failure'; id: number; message: string };
