/** A failed command; the message says why and what to do. */
export class OperatorError extends Error {}
