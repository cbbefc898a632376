import type { FastifyPluginAsync } from 'fastify'

/**
 * A resource of the API, or what several resources share. Each `<resource>.module.ts` creates its repository, service
 * and routes from the context, and returns what other modules need.
 */
export type Module = {
  /** Its routes. */
  plugin?: FastifyPluginAsync
  /** Deletes what has expired and does what is due; hourly, and soon after a start, in one of the processes. */
  sweep?: () => Promise<unknown>
  /** The same for this machine's disk, in every process. */
  sweepOwnDisk?: () => Promise<unknown>
  /** Ends work that runs by itself, and what the background work of all modules would have to wait for. */
  end?: () => Promise<unknown>
  /** Stops running work once no more requests arrive. */
  close?: () => Promise<unknown>
}
