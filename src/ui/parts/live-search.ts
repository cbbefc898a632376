import { useEffect, useRef } from 'react'
import { liveSearchMachine } from '../../machines/shell/live-search.machine.ts'
import { useViewActor } from '../view-actor.ts'

/** Calls `search` when typing rests; returns the props of the search field, and of its form for Enter. */
export function useLiveSearch(search: (text: string) => void) {
  const actor = useViewActor(liveSearchMachine)
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(
    () => actor.on('search.settled', ({ search: { text } }) => latest.current(text)).unsubscribe,
    [actor],
  )
  return {
    typed: (text: string) => actor.send({ type: 'search.changed', change: { text } }),
    submitted: () => actor.send({ type: 'search.submitted' }),
  }
}
