import { type RefObject, useEffect, useRef } from 'react'

const NEAR = 48 // px

/**
 * Keeps the end of a growing list in view, but only while the reader is there. Who scrolls up is left alone
 * until they come back, or ask (`asked`).
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, asked: string | null) {
  const atEnd = useRef(true)
  useEffect(() => {
    const list = scroller.current
    if (!list) return
    let last = list.scrollTop
    const toEnd = () => {
      if (atEnd.current) list.scrollTop = list.scrollHeight
    }
    const notice = () => {
      const near = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR
      // Only a way up leaves the end: what grows below does not.
      atEnd.current = list.scrollTop < last ? near : atEnd.current || near
      last = list.scrollTop
    }
    const sizes = new ResizeObserver(toEnd)
    sizes.observe(list)
    for (const child of list.children) sizes.observe(child)
    list.addEventListener('scroll', notice, { passive: true })
    toEnd()
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', notice)
    }
  })
  useEffect(() => {
    const list = scroller.current
    if (asked === null || !list) return
    atEnd.current = true
    list.scrollTop = list.scrollHeight
  }, [asked, scroller])
}
