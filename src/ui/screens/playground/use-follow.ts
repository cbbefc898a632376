import { useEffect, useLayoutEffect, useRef } from 'react'

const NEAR = 48

/** Keeps a growing list at its end, but only while the reader is there. */
export function useFollow(growing: unknown) {
  const element = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useEffect(() => {
    const list = element.current
    const notice = () => {
      if (list) atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR
    }
    list?.addEventListener('scroll', notice, { passive: true })
    return () => list?.removeEventListener('scroll', notice)
  })
  useLayoutEffect(() => {
    if (atEnd.current && element.current) element.current.scrollTop = element.current.scrollHeight
  }, [growing])
  return element
}
