import type { ChannelKind, ConnectedChannel } from '../../services/contract/channels.ts'
import { DAILY_LIMIT } from '../../services/contract/share.ts'
import { t } from '../../texts/t.ts'
import { beginningsOf, problemsOfFields } from '../shared/connection-fields.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

const DAILY_LIMIT_MAX = 100_000

export interface ChannelValues {
  /** '' for a new one. */
  readonly channel_id: string
  readonly kind: ChannelKind
  readonly integration_id: string
  readonly daily_limit: string
  /** The fields of its kind, by name. */
  readonly [field: string]: unknown
}

const NO_KIND: ChannelKind = { kind: 'slack', name: '', fields: [], steps: [], manifest: '' }

/** Initial values of the dialog for a new channel. */
export const newChannel = (kind: ChannelKind): Partial<ChannelValues> => ({
  ...beginningsOf(kind.fields),
  kind,
})

/** Initial values for an existing one: its secrets stay on the server. */
export const storedChannel = (
  kind: ChannelKind,
  { id, integration_id, settings, daily_limit }: ConnectedChannel,
): Partial<ChannelValues> => ({
  ...newChannel(kind),
  ...settings,
  channel_id: id,
  integration_id,
  daily_limit: String(daily_limit),
})

const isCount = (typed: string) =>
  /^\d{1,6}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= DAILY_LIMIT_MAX

/** The dialog that connects a channel, or changes its connection: it is tried before it is stored. */
export const connectChannelMachine = createFormMachine<ChannelValues, ConnectedChannel>({
  id: 'connectChannel',
  description: 'Connects a place where an assistant answers, or changes the connection.',
  initial: 'closed',
  empty: {
    channel_id: '',
    kind: NO_KIND,
    integration_id: '',
    daily_limit: String(DAILY_LIMIT),
  },
  validate: (values) => ({
    ...problemsOfFields(values, values.kind.fields, values.channel_id !== ''),
    ...(values.integration_id === '' && { integration_id: t('Choose an assistant.') }),
    ...(!isCount(values.daily_limit) && { daily_limit: t('Enter a number from 1 to 100,000.') }),
  }),
  fallback: t('The channel could not be connected. Please try again.'),
})

export type ConnectChannelRef = FormRef<ChannelValues, ConnectedChannel>
