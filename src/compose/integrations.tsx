import { provideCreateIntegration } from '../services/assistants/creation.provide.ts'
import { provideChangeReaders } from '../services/knowledge/readers.provide.ts'
import { provideGettingStarted } from '../services/shell/getting-started.provide.ts'
import { IntegrationsScreen } from '../ui/assistants/integrations/integrations-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, withIdempotencyKey, refresh }: Base) =>
  composed(IntegrationsScreen, {
    changeReaders: provideChangeReaders({ http, cache }),
    createIntegration: provideCreateIntegration({ http, withIdempotencyKey, refresh }),
    gettingStarted: provideGettingStarted({
      http,
      withIdempotencyKey,
      refresh,
    }),
  })
