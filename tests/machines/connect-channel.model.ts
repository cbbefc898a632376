import { connectChannelMachine } from '../../src/machines/visitors/connect-channel.machine.ts'
import type { ChannelKind, ConnectedChannel } from '../../src/services/contract/channels.ts'
import { modelOfForm } from './form.model.ts'

const label = (text: string) => ({ code: text, text })
const field = { label: label('Address'), hint: null, is_optional: false, preset: '', way: null }

export const CHANNEL_KIND: ChannelKind = {
  kind: 'slack',
  name: 'Slack',
  steps: [label('Open the settings of your workspace.')],
  manifest: '{"display_information":{}}',
  fields: [
    { ...field, name: 'token', label: label('Token'), input: 'secret' },
    { ...field, name: 'url', input: 'url', preset: 'https://slack.com' },
  ],
}

export const CHANNEL: ConnectedChannel = {
  id: 'h1',
  kind: 'slack',
  integration_id: 'i1',
  assistant: 'Keeper',
  name: 'Acme · @lectern',
  settings: { url: 'https://slack.com' },
  daily_limit: 500,
  enabled: true,
  error: null,
  last_message_at: null,
  last_read_at: null,
  used_today: 0,
  created_at: '2026-01-31T12:00:00.000Z',
}

const valid = {
  channel_id: '',
  kind: CHANNEL_KIND,
  integration_id: 'i1',
  token: 'xoxb-token',
  url: 'https://slack.com',
  daily_limit: '500',
}

export const connectChannelModel = modelOfForm({
  machine: connectChannelMachine,
  valid,
  invalid: { ...valid, token: '' },
  field: 'token',
  output: CHANNEL,
})
