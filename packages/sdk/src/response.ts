/** The value of a successful call, with the data of its response. */
export interface APIResponse<Value> {
  /** The value that the call itself resolves to. */
  data: Value;
  /** The HTTP status. */
  status: number;
  /** The headers, such as `RateLimit` and `ETag`. */
  headers: Headers;
  /** The id of the request, to quote in questions about it; null when the response has none. */
  requestId: string | null;
  /** The number of times the request was sent. */
  attempts: number;
  /** True when this is the stored response to an earlier write with the same idempotency key. */
  replayed: boolean;
}

/** The promise of a call of one request. */
export interface APIPromise<Value> extends Promise<Value> {
  /**
   * Resolves to the value with the data of its response, when the call resolves. It sends nothing more.
   * @throws {MnemaError} the error of the call
   */
  withResponse(): Promise<APIResponse<Value>>;
}
