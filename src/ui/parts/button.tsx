import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { buttonRecipe, touchTarget } from '../theme/recipes/controls.ts'

/** Inside a form it does not submit unless told to. */
export const Button = chakra('button', buttonRecipe, { defaultProps: { type: 'button' } })

/** An icon alone; `label` is its name for everybody who cannot see it. */
export const IconButton = ({ label, ...props }: ComponentProps<typeof Button> & { label: string }) => (
  <Button variant="ghost" size="icon" aria-label={label} title={label} {...props} />
)

/** On a phone, buttons fill their rows and drop their icons, so that long words leave none alone in a row. */
export const buttonsInRows = {
  '& > :is(button, a, select)': { flexGrow: { base: 1, sm: 0 } },
  '& > :is(button, a) > svg': { display: { base: 'none', sm: 'block' } },
}

/** A larger pressable area: a card, a note, a row. It has the behaviour, its place the look. */
export const Pressable = chakra('button', {
  base: {
    textAlign: 'start',
    cursor: 'pointer',
    ...touchTarget,
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
