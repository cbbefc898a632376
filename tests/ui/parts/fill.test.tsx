import { Box } from '@chakra-ui/react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Fill } from '../../../src/ui/parts/fill.tsx'
import { draw } from '../../harness/view.tsx'

it('[issue 43.5] a page that fills the window scrolls with it where that is low, as one of 1280 × 800 at 200 %', async () => {
  const heightIn = async (height: string) => {
    const { unmount } = await draw(
      <Box position="relative" height={height}>
        <Fill data-testid="page" />
      </Box>,
    )
    const found = page.getByTestId('page').element().getBoundingClientRect().height
    await unmount()
    return found
  }
  expect(await heightIn('800px')).toBe(800)
  expect(await heightIn('300px')).toBeGreaterThan(500)
})
