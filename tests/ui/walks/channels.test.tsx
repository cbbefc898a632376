import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { ChannelsScreen } from '../../../src/ui/visitors/channels/channels-screen.tsx'
import { provided, still } from '../../harness/stage.tsx'
import { CHANNEL, CHANNEL_KIND, connectChannelModel } from '../../machines/connect-channel.model.ts'
import { integration } from '../../machines/samples.ts'
import { button, dialog, walkForm } from './walk-form.tsx'

/** [42.2] A channel is connected by the fields that its kind asks for, beside the steps to do there. */
walkForm({
  model: connectChannelModel,
  scene: (connectChannel) => ({
    path: '/settings/channels',
    view: provided(
      {
        connectChannel,
        pauseChannel: still(confirmationMachine),
        resumeChannel: still(confirmationMachine),
        removeChannel: still(confirmationMachine),
      },
      <ChannelsScreen />,
    ),
    data: {
      channelKinds: [CHANNEL_KIND],
      channels: [{ ...CHANNEL, error: { code: 'token_refused', message: 'Refused.', hint: 'Check it.' } }],
      integrations: [integration({ id: 'i1', name: 'Keeper', config_version: 1 })],
    },
  }),
  show: () => button('Connect Slack').click(),
  form: dialog('Connect Slack'),
  fill: (form) => form.getByLabelText('Assistant').selectOptions('Keeper'),
  input: (form) => form.getByLabelText('Token'),
  submit: 'Test and connect',
  busy: 'Connecting…',
})
