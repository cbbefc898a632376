import { Box } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useRef } from 'react'

const HALF = 0.5

/** Reports when more than half of the element becomes visible, on a visible page, and when it is not. */
export function useVisibility<Shown extends Element>(tell: (visible: boolean) => void) {
  const element = useRef<Shown>(null)
  const onChange = useEffectEvent(tell)
  useEffect(() => {
    let inView = false
    let reported = false
    const report = () => {
      const visible = inView && document.visibilityState === 'visible'
      if (visible !== reported) onChange(visible)
      reported = visible
    }
    const observer = new IntersectionObserver(
      (entries) => {
        inView = (entries.at(-1)?.intersectionRatio ?? 0) > HALF
        report()
      },
      // Slightly more: exactly a half is not yet more than a half.
      { threshold: [0, HALF + 0.01] },
    )
    if (element.current) observer.observe(element.current)
    document.addEventListener('visibilitychange', report)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', report)
      if (reported) onChange(false)
    }
  }, [])
  return element
}

interface EndProps {
  actor: { readonly send: (event: { type: 'end.reached' }) => void }
}

/** The end of a list that is read by pages; recreated for each: it may still be visible when one has arrived. */
export function End({ actor }: EndProps) {
  const element = useVisibility<HTMLDivElement>((visible) => {
    if (visible) actor.send({ type: 'end.reached' })
  })
  return <Box ref={element} height="1px" />
}
