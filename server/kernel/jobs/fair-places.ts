type Waiting = { group: string; start: () => void }

/**
 * Places for work that waits in this process, in fair turns: the waiting group whose last turn is longest ago
 * is next, and a group has at most `perGroup` places.
 */
export const createFairPlaces = ({ places, perGroup }: { places: number; perGroup: number }) => {
  const running = new Map<string, number>()
  const lastTurns = new Map<string, number>()
  const waiting: Waiting[] = []
  let taken = 0
  let turns = 0

  const runningOf = (group: string) => running.get(group) ?? 0
  const turnOf = ({ group }: Waiting) => lastTurns.get(group) ?? 0

  const next = () => {
    while (taken < places) {
      const [first] = waiting
        .filter(({ group }) => runningOf(group) < perGroup)
        .sort((one, other) => turnOf(one) - turnOf(other))
      if (!first) return
      waiting.splice(waiting.indexOf(first), 1)
      taken++
      running.set(first.group, runningOf(first.group) + 1)
      lastTurns.set(first.group, ++turns)
      first.start()
    }
  }

  const release = (group: string) => {
    taken--
    const left = runningOf(group) - 1
    if (left > 0) running.set(group, left)
    else running.delete(group)
    if (left === 0 && !waiting.some((one) => one.group === group)) lastTurns.delete(group)
    next()
  }

  return {
    run: async <Result>(group: string, work: () => Promise<Result>): Promise<Result> => {
      await new Promise<void>((start) => {
        waiting.push({ group, start })
        next()
      })
      try {
        return await work()
      } finally {
        release(group)
      }
    },
  }
}
