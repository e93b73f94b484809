export type RuntimeName = 'native' | 'wasm';
export type RuntimeChoice = 'auto' | RuntimeName;

/** What the main thread asks of the encoder thread. */
export type EncoderRequest =
  | { kind: 'query'; id: number; text: string }
  | { kind: 'documents'; id: number; texts: readonly string[] }
  | { kind: 'close' };

/** How the encoder came up. */
export interface EncoderStart {
  runtime: RuntimeName;
  /** Why the native runtime isn't used although it was preferred; null when it is, or when it wasn't asked for. */
  fallbackReason: string | null;
  loadMs: number;
}

/** What the encoder thread answers. */
export type EncoderReply =
  | ({ kind: 'started' } & EncoderStart)
  /** The vectors one after the other, in the order of the texts. */
  | { kind: 'vectors'; id: number; values: Float32Array<ArrayBuffer> }
  /** The model can't encode a text of this request; asking again gives the same answer. */
  | { kind: 'rejected'; id: number; message: string };
