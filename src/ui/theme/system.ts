import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import {
  createSystem,
  defineConfig,
  type SystemContext,
  type ThemingConfig,
} from '@chakra-ui/react/styled-system'
import { type CSSInterpolation, type SerializedStyles, serializeStyles } from '@emotion/serialize'
import { breakpoints, CSS_PREFIX, globalCss, keyframes, textStyles } from './styles.ts'
import { tokens } from './tokens.ts'

/** A built page contains the theme's rules and needs only their names: scripts/app-build/theme-names.ts. */
const inPage = import.meta.env.PROD && !import.meta.env.SSR

/** Recipes of the Chakra components in use; one that is missing here has no look. */
type Looks = Pick<ThemingConfig, 'recipes' | 'slotRecipes'>

export interface Theme {
  readonly system: SystemContext
  /** Global rules. The build writes them into its pages; in development they are generated there. */
  readonly globals: () => SerializedStyles
}

/** Lectern's own small system: Chakra's default one costs 28.7 kB and 330 ms on a slow phone. */
export function createTheme(looks: Looks): Theme {
  const system = createSystem(
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
        ...looks,
      },
    }),
  )
  return {
    // Chakra's provider would create a `<style>` element for the globals, and rules without a layer override others.
    system: { ...system, _global: [], _config: { ...system._config, disableLayers: true } },
    globals: () => serializeStyles([system.layers.atRule, ...system._global] as CSSInterpolation[]),
  }
}
