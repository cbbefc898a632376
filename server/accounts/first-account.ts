import type { FastifyInstance } from 'fastify'
import type { Db } from '../kernel/db/open.ts'
import { users } from '../kernel/db/schema/index.ts'

/** On a server without accounts, redirects to the page that creates the first. */
export function registerFirstAccount(app: FastifyInstance, db: Db) {
  let isUsed = false
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (isUsed || method !== 'GET' || url !== '/' || !headers.accept?.includes('text/html')) return
    // If the database is unreachable, the app says so.
    const known = await db.$count(users).catch(() => null)
    isUsed = known !== null && known > 0
    if (known === 0) return reply.redirect('/register?first')
  })
}
