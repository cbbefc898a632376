import type { Channels } from './channel.types.ts'
import { mail } from './mail/mail.ts'
import { slack } from './slack/slack.ts'

/** Every channel by its name in the API: a new one is a folder, a line here and a value of `ConnectedKind`. */
export const CHANNELS: Channels = { slack, mail }
