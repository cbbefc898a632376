import { type RefObject, useEffect, useRef } from 'react'

const NEAR = 48 // px

/**
 * Keeps the end of a growing list in view, but only while the reader is there. Who scrolls up is left alone
 * until they come back, or ask (`asked`). `isShown` says whether the list is in the page yet.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, asked: string | null, isShown: boolean) {
  const atEnd = useRef(true)
  useEffect(() => {
    const list = scroller.current
    if (!list || !isShown) return
    let last = list.scrollTop
    const notice = () => {
      const near = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR
      // Only a way up leaves the end: what grows below does not.
      atEnd.current = list.scrollTop < last ? near : atEnd.current || near
      last = list.scrollTop
    }
    // Sizes are told after the layout that a frame needs anyway: asking at each change would force another.
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight
    })
    const watch = () => {
      sizes.disconnect()
      sizes.observe(list)
      for (const child of list.children) sizes.observe(child)
    }
    const parts = new MutationObserver(watch)
    parts.observe(list, { childList: true })
    watch()
    list.addEventListener('scroll', notice, { passive: true })
    return () => {
      parts.disconnect()
      sizes.disconnect()
      list.removeEventListener('scroll', notice)
    }
  }, [scroller, isShown])
  useEffect(() => {
    const list = scroller.current
    if (asked === null || !list) return
    atEnd.current = true
    list.scrollTop = list.scrollHeight
  }, [asked, scroller])
}
