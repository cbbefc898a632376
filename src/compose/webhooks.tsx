import { provideWebhooks } from '../services/developers/webhooks.provide.ts'
import { WebhooksScreen } from '../ui/developers/webhooks/webhooks-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache }: Base) => composed(WebhooksScreen, provideWebhooks({ http, cache }))
