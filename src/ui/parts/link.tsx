import { chakra } from '@chakra-ui/react'
import type { ComponentProps, MouseEvent } from 'react'
import { useActors } from '../actors.tsx'
import { linkRecipe } from '../theme/recipes/controls.ts'

const Anchor = chakra('a', linkRecipe)

/** Does the browser's own way of opening elsewhere apply? */
const opensElsewhere = (event: MouseEvent) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey

/** A link inside the app; what it leads to is fetched while the pointer is on its way. */
export function Link({
  to,
  onClick,
  ...props
}: { to: string } & Omit<ComponentProps<typeof Anchor>, 'href'>) {
  const { navigation } = useActors()
  const prefetch = () => navigation.send({ type: 'link.approached', path: to })
  return (
    <Anchor
      href={to}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      {...props}
      onClick={(event) => {
        onClick?.(event)
        if (opensElsewhere(event)) return
        event.preventDefault()
        navigation.send({ type: 'navigation.requested', path: to })
      }}
    />
  )
}
