import type { Page } from '@playwright/test'
import { cutOff, overflow, squeezed } from '../harness/layout.ts'

/** In such a window no message covers what is pressed next, which else waits until it is gone. */
export const TALL = { width: 1280, height: 1000 }

export const overflowOf = (page: Page) => page.evaluate(overflow)
/** What is laid out so that it cannot be read or pressed. */
export const unusableIn = async (page: Page) => [
  ...(await page.evaluate(squeezed)),
  ...(await page.evaluate(cutOff)),
]
