import { expect, it, onTestFinished } from 'vitest'
import { createNotificationsApi } from '../../src/services/connection/notifications.provide.ts'
import { createAnonymousClient } from '../../src/services/http/client.ts'
import { startScriptedServer } from '../harness/scripted-server.ts'

it.each([
  ['not_found', true],
  // The server lacks the call: nothing is known about the notification.
  [undefined, false],
])('a notification that is not found with the code %s counts as deleted: %s', async (code, isDone) => {
  const server = await startScriptedServer(() => ({ status: 404, body: { detail: 'Not found.', code } }))
  onTestFinished(server.stop)
  const { remove } = createNotificationsApi(createAnonymousClient({ base: server.url }))
  const done = await remove('n1').then(
    () => true,
    () => false,
  )
  expect(done).toBe(isDone)
})
