import { expect, it } from 'vitest'
import type { IntegrationMessage } from '../../src/services/contract/sockets.ts'
import { eventOf } from '../../src/services/listen-for-answers.ts'

it('an answer that another process writes anew is read again, as after a lost connection', () => {
  const message = { type: 'message_resumed', data: {} } as IntegrationMessage
  expect(eventOf({ type: 'live.received', message })).toEqual({ type: 'live.opened' })
})
