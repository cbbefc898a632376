import { chakra } from '@chakra-ui/react'
import { inputRecipe } from '../theme/recipes/controls.ts'

/** The browser's own list: it is searched by typing, and is a wheel on a phone. */
export const Select = chakra('select', inputRecipe)
