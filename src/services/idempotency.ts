/** A new key for one intent: the same key goes with every repeat of it, so that it takes effect once. */
export const newIdempotencyKey = () => crypto.randomUUID()
