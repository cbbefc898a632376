import { chakra } from '@chakra-ui/react'
import type { ComponentProps, MouseEvent } from 'react'
import { useActors } from '../actors.ts'
import { buttonRecipe, linkRecipe } from '../theme/recipes/controls.ts'

const Anchor = chakra('a', linkRecipe)
/** Leads out of the app. */
export const ButtonAnchor = chakra('a', buttonRecipe)

type Led<Props> = Omit<Props, 'href'> & { to: string }

/** Does the browser's own way of opening elsewhere apply? */
const opensElsewhere = (event: MouseEvent) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey

/** Leads inside the app; what it leads to is fetched while the pointer is on its way. */
function useLead(to: string, onClick: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined) {
  const { navigation } = useActors()
  const prefetch = () => navigation.send({ type: 'link.approached', path: to })
  return {
    href: to,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event)
      if (opensElsewhere(event)) return
      event.preventDefault()
      navigation.send({ type: 'navigation.requested', path: to })
    },
  }
}

export function Link({ to, onClick, ...props }: Led<ComponentProps<typeof Anchor>>) {
  return <Anchor {...props} {...useLead(to, onClick)} />
}

/** A link that is the next step, and looks like it. */
export function ButtonLink({ to, onClick, ...props }: Led<ComponentProps<typeof ButtonAnchor>>) {
  return <ButtonAnchor {...props} {...useLead(to, onClick)} />
}
