/** The reason why a request has no response that can be passed on, and the fix. */
export class Fault extends Error {
  /**
   * @param {string} code a code for programs, from the server or from the bridge
   * @param {string} message
   * @param {Record<string, unknown>} [facts] further data for programs
   */
  constructor(code, message, facts = {}) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.facts = facts;
    /** The time within which the request may be repeated; undefined for a permanent fault, which is never repeated. */
    this.again = /** @type {'soon' | 'late' | undefined} */ (undefined);
    this.retryAfterMs = /** @type {number | undefined} */ (undefined);
  }

  /** Marks that the server may have carried out the request although its response is missing. */
  addMayBeDone() {
    const sentence = ' What was asked may have been done all the same.';
    if (!this.message.endsWith(sentence)) this.message += sentence;
    this.facts['may_be_done'] = true;
    return this;
  }

  /**
   * @param {'soon' | 'late'} again soon: the server responds at once or not at all; late: a wait may help
   * @param {number} [retryAfterMs] the wait that the server requested
   */
  worthRetrying(again, retryAfterMs) {
    this.again = again;
    this.retryAfterMs = retryAfterMs;
    return this;
  }
}
