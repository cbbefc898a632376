import type { Page } from '@playwright/test'

/** The question before what was typed is lost. */
export const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
export const stay = (page: Page) => leaving(page).getByRole('button', { name: 'Stay here' }).click()
export const leave = (page: Page) =>
  leaving(page).getByRole('button', { name: 'Leave without saving' }).click()
