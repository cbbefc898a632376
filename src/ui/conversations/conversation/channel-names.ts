import type { Channel } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'

/** Names of the channels. */
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  playground: t('Playground'),
  chat: t('Chat'),
  share: t('Public page'),
  embed: t('Embedded on a site'),
  api: 'API',
  slack: 'Slack',
  mail: t('Email'),
}
