import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { outboxRoutes } from './outbox.routes.ts'
import { createOutbox } from './outbox.ts'

/** The page of kept mails, and all that were sent. */
export const createOutboxModule = ({ config, db }: Context): Module => {
  const outbox = createOutbox(db)
  return { plugin: outboxRoutes(config, outbox), sweep: outbox.sweep }
}
