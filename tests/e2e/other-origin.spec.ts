import { expect, test } from '@playwright/test'
import { startAppHost } from './app-host.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { markdown } from './samples.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'

test('[S7.31] the app works from another origin if the server lists it, and from no other', async ({
  page,
}) => {
  let api = ''
  const listed = await startAppHost(() => api)
  const stranger = await startAppHost(() => api)
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, { ALLOWED_ORIGINS: listed.url, RATE_LIMITS: 'on' })
  api = server.url

  const user = lectern(page)
  const person = newPerson()
  await page.goto(`${listed.url}/register`)
  await user.fillRegistration(person)
  await user.nameOrganization('Northwind Boots')
  await user.createKnowledgeBase('Handbooks')
  // Ready comes over the socket; deleting is a method that CORS lets in only when it is told to.
  await user.addDocuments(markdown('care.md', '# Care\n\nWax the boots once a month.'))
  await expect(user.document('care.md').getByText('Ready')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete knowledge base' }).click()
  await expect(page).toHaveURL(`${listed.url}/knowledge-bases`)

  // The server's own wait is readable here.
  const wait = await page.evaluate(async (base) => {
    for (let tries = 0; tries < 100; tries += 1) {
      const body = new URLSearchParams({ username: 'nobody@northwind.example', password: 'wrong' })
      const answer = await fetch(`${base}/api/v1/login`, { method: 'POST', body })
      if (answer.status === 429)
        return { seconds: Number(answer.headers.get('retry-after')), date: answer.headers.get('date') }
    }
    return null
  }, api)
  expect(wait?.seconds).toBeGreaterThan(0)
  expect(Date.parse(wait?.date ?? '')).not.toBeNaN()

  await page.goto(`${stranger.url}/login`)
  await user.logIn(person)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(`${stranger.url}/login`)

  await server.stop()
  await listed.stop()
  await stranger.stop()
  removeDataDir(dataDir)
})
