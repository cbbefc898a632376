import { headingRecipe, spinnerRecipe, textareaRecipe } from './recipes/controls.ts'
import { dialogSlotRecipe } from './recipes/widgets.ts'
import { createTheme } from './system.ts'

/** Of the public page, which has no fields with labels, no menus and no popovers. */
export const createVisitorTheme = () =>
  createTheme({
    recipes: { heading: headingRecipe, spinner: spinnerRecipe, textarea: textareaRecipe },
    slotRecipes: { dialog: dialogSlotRecipe },
  })
