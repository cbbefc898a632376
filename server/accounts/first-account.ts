import type { FastifyInstance } from 'fastify'
import type { Db } from '../kernel/db/open.ts'
import { users } from '../kernel/db/schema/index.ts'

/** Who opens a server that nobody uses yet is led to the page that makes its first account. */
export function registerFirstAccount(app: FastifyInstance, db: Db) {
  let isUsed = false
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (isUsed || method !== 'GET' || url !== '/' || !headers.accept?.includes('text/html')) return
    // While the database is away the app itself says so.
    const known = await db.$count(users).catch(() => null)
    isUsed = known !== null && known > 0
    if (known === 0) return reply.redirect('/register?first')
  })
}
