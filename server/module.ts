import type { FastifyPluginAsync } from 'fastify'

/**
 * A resource of the API, or what several resources share. Each `<resource>.module.ts` creates its repository, service
 * and routes from the context, and returns what other modules need.
 */
export type Module = {
  /** Its routes. */
  plugin?: FastifyPluginAsync
  /** Forgets what nobody can ask for any more, and does what is due; hourly, in one of all processes. */
  sweep?: () => Promise<unknown>
  /** The same of what lies on this machine, in every process. */
  sweepOwnDisk?: () => Promise<unknown>
  /** Ends what is under way, once no request comes any more. */
  close?: () => Promise<unknown>
}
