/** S9.1, in ms: over headers and body. */
export const HTTP_TIMEOUT = 30_000
