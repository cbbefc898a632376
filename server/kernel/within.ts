/** The result of work, or the signal's reason once it is aborted, while the work continues. */
export async function untilAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  let end = () => {}
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end)
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** The result of work within a time limit. @throws Error `late` after `limit` ms, while the work continues */
export const within = <Result>(work: Promise<Result>, limit: number, late: string): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limit)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
