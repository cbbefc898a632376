/** A command could not do what it was asked; the message says why and what to do. */
export class OperatorError extends Error {}
