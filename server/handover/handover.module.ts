import type { Context } from '../context.ts'
import type { Conversations } from '../conversations/conversations.service.ts'
import { createMessagesRepository } from '../conversations/messages.repository.ts'
import type { Module } from '../module.ts'
import { createHandoverRepository } from './handover.repository.ts'
import { handoverRoutes } from './handover.routes.ts'
import { createHandover } from './handover.service.ts'
import { createOutcomes } from './outcomes.ts'

/** The way from an assistant to a person. */
export const createHandoverModule = (
  context: Context,
  { conversations }: { conversations: Conversations },
) => {
  const repository = createHandoverRepository(context.db)
  const handover = createHandover({ ...context, repository, messages: createMessagesRepository(context.db) })
  return {
    handover,
    handoverRepository: repository,
    plugin: handoverRoutes(context, { handover, conversations, outcomes: createOutcomes(context.db) }),
    sweep: handover.sweep,
  } satisfies Module & Record<string, unknown>
}
