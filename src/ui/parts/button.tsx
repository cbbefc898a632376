import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { buttonRecipe, touchTarget } from '../theme/recipes/controls.ts'

/** Does not submit a form unless `type` is set. */
export const Button = chakra('button', buttonRecipe, { defaultProps: { type: 'button' } })

/** Shows only an icon; `label` is its accessible name. */
export const IconButton = ({ label, ...props }: ComponentProps<typeof Button> & { label: string }) => (
  <Button variant="ghost" size="icon" aria-label={label} title={label} {...props} />
)

/** On a phone, buttons fill their rows and drop their icons, so that a long label does not leave one alone in a row. */
export const buttonsInRows = {
  '& > :is(button, a, select)': { flexGrow: { base: 1, sm: 0 } },
  '& > :is(button, a) > svg': { display: { base: 'none', sm: 'block' } },
}

/** A larger pressable area, such as a card, note or row, without a style of its own. */
export const Pressable = chakra('button', {
  base: {
    textAlign: 'start',
    cursor: 'pointer',
    ...touchTarget,
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
