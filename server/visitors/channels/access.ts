import type { Context } from '../../context.ts'
import type { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { createGuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { createSeal } from '../../kernel/secrets.ts'
import { saidIn } from '../../kernel/texts/reasons.ts'
import { createConnections } from '../../knowledge/connectors/connections.ts'
import { createHostTurns } from '../../knowledge/crawling/host-turns.ts'
import type { ChannelRow, Opened } from './channel.types.ts'
import { createChannelsRepository } from './channels.repository.ts'
import { CHANNELS } from './channels.ts'

/** Per response of a service. */
const ANSWER_BYTES_MAX = 1024 * 1024
/** Time for messages under way when the process ends: another process would send them again. */
const SENDING_MAX = 5_000 // ms

export type Access = ReturnType<typeof createAccess>

/** Access to the services of channels, and its known failures. */
export const createAccess = ({ config, db, notifications }: Context) => {
  const channels = createChannelsRepository(db)
  const guarded = createGuardedHttp({ ...config.web, bytesMax: ANSWER_BYTES_MAX })
  const seal = createSeal(config.jwtSecret, 'channels')
  const ending = new AbortController()
  const cut = new AbortController()
  const connections = createConnections<Opened>({
    kinds: CHANNELS,
    guarded,
    turns: createHostTurns(),
    seal,
  })

  return {
    connections,
    /** The process ends: nothing new is begun. */
    signal: ending.signal,

    /** @throws FetchFailure if its secrets cannot be opened */
    open: (channel: ChannelRow) => connections.connect(channel.kind, channel, ending.signal),

    /** For what must not be sent twice. @throws FetchFailure as above */
    openToSend: (channel: ChannelRow) => connections.connect(channel.kind, channel, cut.signal),

    /** Empty if they cannot be opened. */
    secretsOf: ({ secrets }: ChannelRow): Record<string, string> => JSON.parse(seal.open(secrets) ?? '{}'),

    async worked(channel: ChannelRow) {
      if (channel.error === null) return
      await channels.noteSuccess(channel.id)
    },

    /** Shows the reason beside the channel, and notifies the organization's managers of the first failure. */
    async failed(channel: ChannelRow, { reason: error }: Pick<FetchFailure, 'reason'>) {
      const { id, organizationId, name } = channel
      const isFirst = await channels.noteFailure(id, error)
      if (!isFirst) return
      await notifications.notify({
        right: 'manage',
        organizationId,
        type: 'channel_failure',
        values: { name, ...saidIn(error) },
        link: '/settings/channels',
      })
    },

    async end() {
      ending.abort()
      setTimeout(() => cut.abort(), SENDING_MAX).unref()
    },

    close() {
      ending.abort()
      cut.abort()
      return guarded.close()
    },
  }
}
