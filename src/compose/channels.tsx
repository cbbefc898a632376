import { provideChannels } from '../services/visitors/channels.provide.ts'
import { ChannelsScreen } from '../ui/visitors/channels/channels-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache }: Base) => composed(ChannelsScreen, provideChannels({ http, cache }))
