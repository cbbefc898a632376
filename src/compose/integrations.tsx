import { provideCreateIntegration } from '../services/assistants/creation.provide.ts'
import { provideGettingStarted } from '../services/shell/getting-started.provide.ts'
import { IntegrationsScreen } from '../ui/assistants/integrations/integrations-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, withIdempotencyKey, refresh }: Base) =>
  composed(IntegrationsScreen, {
    createIntegration: provideCreateIntegration({ http, withIdempotencyKey, refresh }),
    gettingStarted: provideGettingStarted({
      http,
      withIdempotencyKey,
      refresh,
    }),
  })
