import { useEffect, useEffectEvent, useRef } from 'react'

const HALF = 0.5

/** Tells when the element comes over half into view, in a page that is looked at, and when it goes. */
export function useVisibility<Shown extends Element>(tell: (visible: boolean) => void) {
  const element = useRef<Shown>(null)
  const onChange = useEffectEvent(tell)
  useEffect(() => {
    let inView = false
    let told = false
    const report = () => {
      const visible = inView && document.visibilityState === 'visible'
      if (visible !== told) onChange(visible)
      told = visible
    }
    const observer = new IntersectionObserver(
      (entries) => {
        inView = (entries.at(-1)?.intersectionRatio ?? 0) > HALF
        report()
      },
      // Just over: at exactly a half it is not yet more than a half.
      { threshold: [0, HALF + 0.01] },
    )
    if (element.current) observer.observe(element.current)
    document.addEventListener('visibilitychange', report)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', report)
      if (told) onChange(false)
    }
  }, [])
  return element
}
