/** Why the server gave no answer that can be passed on, and what to do about it. */
export class Fault extends Error {
  /**
   * @param {string} code for programs: one of the server's, or of the bridge's own
   * @param {string} message
   * @param {Record<string, unknown>} [facts] more for programs
   */
  constructor(code, message, facts = {}) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.facts = facts;
    /** How long after the request came it may be sent again; a fault that stays is not worth it. */
    this.again = /** @type {'soon' | 'late' | undefined} */ (undefined);
    this.retryAfterMs = /** @type {number | undefined} */ (undefined);
  }

  /** What was asked may have reached the server, whose word on it is missing. */
  addMayBeDone() {
    const sentence = ' What was asked may have been done all the same.';
    if (!this.message.endsWith(sentence)) this.message += sentence;
    this.facts['may_be_done'] = true;
    return this;
  }

  /**
   * @param {'soon' | 'late'} again soon: the server answers at once or not at all; late: waiting is part of it
   * @param {number} [retryAfterMs] as the server asked
   */
  worthRetrying(again, retryAfterMs) {
    this.again = again;
    this.retryAfterMs = retryAfterMs;
    return this;
  }
}
