import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, StrictMode } from 'react'
import { render } from 'vitest-browser-react/pure'
import { createStyleCache } from '../../src/ui/theme/emotion.ts'
import { createAppTheme } from '../../src/ui/theme/themes.ts'

const appTheme = createAppTheme()
const styleCache = createStyleCache(appTheme)

export const inTheme = (view: ReactNode) => (
  <StrictMode>
    <CacheProvider value={styleCache}>
      <ChakraProvider value={appTheme.system}>{view}</ChakraProvider>
    </CacheProvider>
  </StrictMode>
)

/** Renders a view with the real theme in a real browser. */
export const draw = (view: ReactNode) => render(inTheme(view))
