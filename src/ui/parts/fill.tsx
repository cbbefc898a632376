import { Grid } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

/** A page that fills the window's remaining height and scrolls inside; in a low window, it scrolls as a whole. */
export const Fill = (props: ComponentProps<typeof Grid>) => (
  <Grid position="absolute" inset={0} minHeight="34rem" templateRows="minmax(0, 1fr)" {...props} />
)

/** The same with a list at its side, which a phone has no room for. */
export const FillBeside = (props: ComponentProps<typeof Grid>) => (
  <Fill
    templateColumns={{ base: 'minmax(0, 1fr)', lg: 'clamp(17rem, 26vw, 26rem) minmax(0, 1fr)' }}
    {...props}
  />
)
