import { expect, it } from 'vitest'
import { type AnyActorRef, createActor, fromCallback } from 'xstate'
import type { LiveEvent } from '../../src/machines/connection/connections/connections.types.ts'
import { listenForAnswers } from '../../src/services/connection/listen.ts'
import type { IntegrationMessage } from '../../src/services/contract/sockets.ts'

it('an answer that another process writes anew is read again, as after a lost connection', () => {
  const told: unknown[] = []
  const line = { name: 'integration:i1', path: '/api/ws/integrations/i1' } as const
  const listening = createActor(
    fromCallback<LiveEvent<IntegrationMessage>>(({ sendBack: _, ...actor }) =>
      listenForAnswers({ ...actor, sendBack: (event) => told.push(event) }, line),
    ),
  ).start() as AnyActorRef
  const message = { type: 'message_resumed', data: {} } as IntegrationMessage
  listening.send({ type: 'live.received', message })
  expect(told).toEqual([{ type: 'live.opened' }])
})
