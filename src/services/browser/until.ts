const LOOK_EVERY = 700 // ms

/** Polls until `look` returns something; stops with the signal. */
export async function until<Seen>(look: () => Promise<Seen | undefined>, signal: AbortSignal): Promise<Seen> {
  for (;;) {
    signal.throwIfAborted()
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}
