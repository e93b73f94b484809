/**
 * An error for the operator, with the problem and its fix. Only its message is shown. The message may be logged,
 * because it repeats nothing of a request.
 */
export class OperatorError extends Error {}
