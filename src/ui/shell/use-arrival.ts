import { useEffect, useRef } from 'react'

/**
 * Goes on at the heading of what is shown now, when what was shown before took the focus with it.
 * `place`: what is shown; null while nothing is yet.
 */
export function useArrival(place: string | null) {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = last.current === null
    last.current = place
    if (isFirst || place === null || document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [place])
}
