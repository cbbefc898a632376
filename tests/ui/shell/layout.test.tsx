import { Box } from '@chakra-ui/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createActor } from 'xstate'
import { provideSidebar } from '../../../src/services/shell/sidebar.provide.ts'
import { draw } from '../../harness/view.tsx'

it.each([
  ['sidebar', '256px'],
  ['rail', '48px'],
  ['drawer', '288px'],
])('[S2.24] the %s is %s wide, which is 16, 3 and 18 rem', async (width, pixels) => {
  await draw(<Box width={width} data-testid={width} />)
  expect(getComputedStyle(page.getByTestId(width).element()).width).toBe(pixels)
})

it('[S2.24] is mobile below 768 px', async () => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await draw(
    <Box hideBelow="md" data-testid="wide">
      The sidebar
    </Box>,
  )
  const display = () => getComputedStyle(page.getByTestId('wide').element()).display
  await page.viewport(767, 600)
  await expect.poll(display).toBe('none')
  await page.viewport(768, 600)
  await expect.poll(display).toBe('block')
})

it('[S2.23] keeps whether the sidebar is collapsed for 7 days', () => {
  const written = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  onTestFinished(() => written.mockRestore())
  const sidebar = createActor(provideSidebar()).start()
  sidebar.send({ type: 'sidebar.toggled' })
  expect(written.mock.calls[0]?.[0]).toMatch(/^sidebar=collapsed;.*max-age=604800(;|$)/i)
})
