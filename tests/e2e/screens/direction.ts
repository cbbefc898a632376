import type { Page } from '@playwright/test'

/** The pages that are opened from now on are laid out as those of a language that is read so. */
export const readFromRightToLeft = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      document.documentElement.dir = 'rtl'
    }),
  )
