import { provideProvisioning } from '../services/accounts/provisioning.provide.ts'
import { provideSingleSignOn } from '../services/accounts/single-sign-on.provide.ts'
import { SingleSignOnScreen } from '../ui/accounts/single-sign-on/single-sign-on-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache }: Base) =>
  composed(SingleSignOnScreen, {
    ...provideSingleSignOn({ http, cache }),
    ...provideProvisioning({ http, cache }),
  })
