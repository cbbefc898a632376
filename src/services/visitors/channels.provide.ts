import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { settingsOf } from '../../machines/shared/connection-fields.ts'
import { connectChannelMachine } from '../../machines/visitors/connect-channel.machine.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { channels } from '../contract/operations/channels.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation } from '../shared/confirmation.provide.ts'

/** The machines of channels. */
export function provideChannels({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = rereads(cache, 'channels')
  const confirmed = (work: Parameters<typeof provideConfirmation>[1]) =>
    provideConfirmation(confirmationMachine, work, readAgain)
  return {
    connectChannel: provideForm(
      connectChannelMachine,
      (values, organizationId) => {
        const { channel_id: id, kind, integration_id, daily_limit } = values
        const body = { settings: settingsOf(values, kind.fields), daily_limit: Number(daily_limit) }
        return id === ''
          ? http.call(
              channels.connect,
              { organizationId },
              { body: { ...body, kind: kind.kind, integration_id } },
            )
          : http.call(channels.change, { organizationId, id }, { body })
      },
      readAgain,
    ),
    pauseChannel: confirmed(({ organizationId, id }) =>
      http.call(channels.change, { organizationId, id }, { body: { enabled: false } }),
    ),
    resumeChannel: confirmed(({ organizationId, id }) =>
      http.call(channels.change, { organizationId, id }, { body: { enabled: true } }),
    ),
    removeChannel: confirmed(({ organizationId, id }) => http.call(channels.remove, { organizationId, id })),
  }
}
