/** Runs work on the same thing one after the other in this process, in the order of the calls. */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = turn.catch(() => {})
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return turn
  }
}
