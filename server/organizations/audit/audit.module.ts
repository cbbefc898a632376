import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { createAuditRepository } from './audit.repository.ts'
import { auditRoutes } from './audit.routes.ts'
import { createAudit } from './audit.service.ts'

/** Who did what in an organization, and from where: each module writes entries in its own transactions. */
export const createAuditModule = (context: Context): Module => {
  const audit = createAudit(createAuditRepository(context.db), context.billingStatuses)
  return {
    async plugin(app) {
      await app.register(auditRoutes(context, audit))
    },
    sweep: audit.sweep,
  }
}
