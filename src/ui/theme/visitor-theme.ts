import { headingRecipe, spinnerRecipe, textareaRecipe } from './recipes/controls.ts'
import { dialogSlotRecipe } from './recipes/widgets.ts'
import { createTheme } from './system.ts'

/** For the public page, which has no labelled fields, menus or popovers. */
export const createVisitorTheme = () =>
  createTheme({
    recipes: { heading: headingRecipe, spinner: spinnerRecipe, textarea: textareaRecipe },
    slotRecipes: { dialog: dialogSlotRecipe },
  })
