import type { Page } from '@playwright/test'

/** What the shell needs: without it no screen would be shown at all. */
const OF_THE_SHELL = /\/api\/v1\/(refresh|me|users\/me|organizations|system|notifications)([/?]*$|\?)/

const onData = (page: Page, answer: 'hang' | 'fail') =>
  page.route('**/api/v1/**', async (route) => {
    if (OF_THE_SHELL.test(route.request().url()) || route.request().method() !== 'GET')
      return route.fallback()
    // After a 500 the client would ask again by itself, and after a refusal the page would offer no Try Again.
    if (answer === 'fail')
      await route.fulfill({ status: 425, json: { detail: 'The server has failed. Try again.' } })
  })

/** No answer comes: screens stay as they are while they load. */
export const hanging = (page: Page) => onData(page, 'hang')

/** The server fails. */
export const failing = (page: Page) => onData(page, 'fail')
