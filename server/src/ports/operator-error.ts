/**
 * An error for the operator, who sees only the message: the problem and what to do. The message may be logged, because
 * it repeats nothing of a request.
 */
export class OperatorError extends Error {}
