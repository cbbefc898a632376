import { type RefObject, useEffect, useRef } from 'react'

const NEAR = 48 // px

/**
 * The scroll position while following: the end, but no further than the last question, which stays visible with the
 * first lines of its answer. Far from the end, a long list has not drawn its last question yet.
 */
const restOf = (list: HTMLElement) => {
  const end = list.scrollHeight - list.clientHeight
  const last = [...list.querySelectorAll<HTMLElement>('article')].at(-1)
  if (!last) return end
  const top = last.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop
  return top + last.offsetHeight + NEAR < list.scrollHeight ? end : Math.min(end, top)
}

/**
 * Keeps the last question of a growing list and its answer visible, but only while the reader is there. Scrolling
 * up stops it until they return, or ask (`asked`); scrolling down is never disturbed. `isShown` says whether the
 * list is in the page yet.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, asked: string | null, isShown: boolean) {
  const atEnd = useRef(true)
  useEffect(() => {
    const list = scroller.current
    if (!list || !isShown) return
    let last = list.scrollTop
    const notice = () => {
      const near = restOf(list) - list.scrollTop < NEAR
      // Only scrolling up stops it: growth below does not.
      atEnd.current = list.scrollTop < last ? near : atEnd.current || near
      last = list.scrollTop
    }
    // Sizes are reported after the layout that a frame needs anyway: reading them would force another.
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = Math.max(list.scrollTop, restOf(list))
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
    list.scrollTop = restOf(list)
  }, [asked, scroller])
}
