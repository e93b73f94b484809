/** The time of day. Injected so that tests and simulations decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}
