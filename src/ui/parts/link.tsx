import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { useActors } from '../actors.ts'
import { buttonRecipe, linkRecipe } from '../theme/recipes/controls.ts'

/** Links that leave the app. */
export const Anchor = chakra('a', linkRecipe)
export const ButtonAnchor = chakra('a', buttonRecipe)

type Led<Props> = Omit<Props, 'href'> & { to: string }

/** A link's target is prefetched on hover or focus. */
function usePrefetch(path: string) {
  const { navigation } = useActors()
  const prefetch = () => navigation.send({ type: 'link.approached', path })
  return { onPointerEnter: prefetch, onFocus: prefetch }
}

export function Link({ to, onClick, ...props }: Led<ComponentProps<typeof Anchor>>) {
  return (
    <RouterLink href={to} {...(onClick && { onClick })} asChild>
      <Anchor {...props} {...usePrefetch(to)} />
    </RouterLink>
  )
}

/** A link that is the next step, and looks like a button. */
export function ButtonLink({ to, onClick, ...props }: Led<ComponentProps<typeof ButtonAnchor>>) {
  return (
    <RouterLink href={to} {...(onClick && { onClick })} asChild>
      <ButtonAnchor {...props} {...usePrefetch(to)} />
    </RouterLink>
  )
}
