import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { headingRecipe, inputRecipe, linkRecipe, spinnerRecipe, textareaRecipe } from './recipes/controls.ts'
import { dialogSlotRecipe, fieldSlotRecipe, menuSlotRecipe, popoverSlotRecipe } from './recipes/widgets.ts'
import { breakpoints, CSS_PREFIX, globalCss, keyframes, textStyles } from './styles.ts'
import { tokens } from './tokens.ts'

/** A built page holds the rules of the theme and needs only their names: scripts/app-build/theme-names.ts. */
const inPage = import.meta.env.PROD && !import.meta.env.SSR

/** Lectern's own small system: Chakra's default one costs 28.7 kB and 330 ms on a slow phone. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: !inPage,
    cssVarsPrefix: CSS_PREFIX,
    cssVarsRoot: ':root',
    globalCss: inPage ? {} : globalCss,
    theme: {
      breakpoints,
      keyframes: inPage ? {} : keyframes,
      tokens: inPage ? {} : tokens,
      textStyles,
      recipes: {
        heading: headingRecipe,
        input: inputRecipe,
        link: linkRecipe,
        spinner: spinnerRecipe,
        textarea: textareaRecipe,
      },
      slotRecipes: {
        dialog: dialogSlotRecipe,
        field: fieldSlotRecipe,
        menu: menuSlotRecipe,
        popover: popoverSlotRecipe,
      },
    },
  }),
)
