/** An error for the operator, with its fix. Its message may be logged, because it repeats nothing of a request. */
export class OperatorError extends Error {}
