import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { settingsOf } from '../../machines/shared/connection-fields.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import { type ChannelValues, connectChannelMachine } from '../../machines/visitors/connect-channel.machine.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { channels } from '../contract/operations/channels.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation, provideRemoval } from '../shared/confirmation.provide.ts'

const channelIn = (values: ChannelValues) => ({
  settings: settingsOf(values, values.kind.fields),
  daily_limit: Number(values.daily_limit),
})

/** The machines of channels. */
export function provideChannels({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = rereads(cache, 'channels')
  const confirmed = (work: Parameters<typeof provideConfirmation>[1]) =>
    provideConfirmation(confirmationMachine, work, readAgain)
  return {
    connectChannel: provideForm(
      connectChannelMachine,
      (values, organizationId, opened) => {
        const { channel_id: id, kind, integration_id } = values
        const channel = channelIn(values)
        if (id === '')
          return http.call(
            channels.connect,
            { organizationId },
            { body: { ...channel, kind: kind.kind, integration_id } },
          )
        const changes = changesSince(opened, values, channelIn)
        // Saving what is stored tries the connection again.
        const body = Object.keys(changes).length === 0 ? { settings: channel.settings } : changes
        return http.call(channels.change, { organizationId, id }, { body })
      },
      readAgain,
    ),
    pauseChannel: confirmed(({ organizationId, id }) =>
      http.call(channels.change, { organizationId, id }, { body: { enabled: false } }),
    ),
    resumeChannel: confirmed(({ organizationId, id }) =>
      http.call(channels.change, { organizationId, id }, { body: { enabled: true } }),
    ),
    removeChannel: provideRemoval(
      confirmationMachine,
      ({ organizationId, id }) => http.call(channels.remove, { organizationId, id }),
      readAgain,
    ),
  }
}
