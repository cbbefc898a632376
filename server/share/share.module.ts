import type { Context } from '../context.ts'
import type { Conversations } from '../conversations/conversations.service.ts'
import { createIntegrationsRepository } from '../integrations/integrations.repository.ts'
import type { Module } from '../module.ts'
import { sharePageRoutes } from './page.routes.ts'
import { publicPageRoutes } from './public-page.routes.ts'
import { createShareRepository } from './share.repository.ts'
import { shareRoutes } from './share.routes.ts'
import { createShare } from './share.service.ts'

type Parts = { conversations: Conversations /** Of the built app. */; appFolder: string }

/** Public pages, and the visitors who ask there. */
export const createShareModule = (context: Context, { conversations, appFolder }: Parts) => {
  const { db, hub } = context
  const share = createShare({
    share: createShareRepository(db),
    integrations: createIntegrationsRepository(db),
    hub,
  })
  return {
    async plugin(app) {
      await app.register(publicPageRoutes(context, share))
      await app.register(shareRoutes(context, { conversations, share }))
      await app.register(sharePageRoutes(appFolder, share))
    },
    sweep: share.sweep,
  } satisfies Module
}
