/**
 * An error for the operator, who is shown its message alone: it says what is wrong and what to do. The message may be
 * logged, because it repeats nothing that a request brought.
 */
export class OperatorError extends Error {}
