import type { Channels } from './channel.types.ts'
import { mail } from './mail/mail.ts'
import { slack } from './slack/slack.ts'

/** All channels by API name: a new one is a folder, a line here and a value of `ConnectedKind`. */
export const CHANNELS: Channels = { slack, mail }
