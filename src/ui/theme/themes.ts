import { headingRecipe, inputRecipe, spinnerRecipe, textareaRecipe } from './recipes/controls.ts'
import { dialogSlotRecipe, fieldSlotRecipe, menuSlotRecipe, popoverSlotRecipe } from './recipes/widgets.ts'
import { createTheme } from './system.ts'

export const createAppTheme = () =>
  createTheme({
    recipes: { heading: headingRecipe, input: inputRecipe, spinner: spinnerRecipe, textarea: textareaRecipe },
    slotRecipes: {
      dialog: dialogSlotRecipe,
      field: fieldSlotRecipe,
      menu: menuSlotRecipe,
      popover: popoverSlotRecipe,
    },
  })

/** For the public page, which has no labelled fields, menus or popovers. */
export const createVisitorTheme = () =>
  createTheme({
    recipes: { heading: headingRecipe, spinner: spinnerRecipe, textarea: textareaRecipe },
    slotRecipes: { dialog: dialogSlotRecipe },
  })
