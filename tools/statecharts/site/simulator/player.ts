import type { Simulation } from './simulation.ts'

const STEP = 220 // ms

/** Plays walks that take every transition, step by step. */
export function startPlayer(simulation: Simulation, show: () => void) {
  let timer: ReturnType<typeof setInterval> | null = null

  const stop = () => {
    if (timer === null) return
    clearInterval(timer)
    timer = null
    show()
  }

  const play = () => {
    const left = simulation.everything().flatMap((events) => [null, ...events])
    timer = setInterval(() => {
      const event = left.shift()
      if (event === undefined) return stop()
      if (event === null) simulation.restart()
      else simulation.choose(event)
      show()
    }, STEP)
    show()
  }

  return { play, stop, isPlaying: () => timer !== null }
}
