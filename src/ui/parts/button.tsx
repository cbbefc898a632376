import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { buttonRecipe, touchTarget } from '../theme/recipes/controls.ts'

/** Inside a form, it submits only if told to. */
export const Button = chakra('button', buttonRecipe, { defaultProps: { type: 'button' } })

/** Only an icon; `label` is its accessible name. */
export const IconButton = ({ label, ...props }: ComponentProps<typeof Button> & { label: string }) => (
  <Button variant="ghost" size="icon" aria-label={label} title={label} {...props} />
)

/** A larger pressable area: a card, a note, a row. It has the behaviour, its place the look. */
export const Pressable = chakra('button', {
  base: {
    textAlign: 'start',
    cursor: 'pointer',
    ...touchTarget,
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
