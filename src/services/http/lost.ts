/** S9.1, in ms: for headers and body. */
export const HTTP_TIMEOUT = 30_000

/** The server was not reached, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** S9.1: headers and body did not arrive in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** A 2xx whose body does not match the contract. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError'
}

/** The requesting session is over: the request was not sent, or its answer is not for the next one. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}
