import { createIntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import type { Context } from '../../context.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import { createPictures } from '../../kernel/pictures/pictures.ts'
import { createSeal } from '../../kernel/secrets.ts'
import type { Module } from '../../module.ts'
import type { HandoverRepository } from '../handover/handover.repository.ts'
import { conversationOfKey } from '../handover/return-key.ts'
import type { VisitorHandoverService } from '../handover/visitor-handover.service.ts'
import { faceRoutes } from './face.routes.ts'
import { createIdentity } from './identity.ts'
import { sharePageRoutes } from './page.routes.ts'
import { publicPageRoutes } from './public-page.routes.ts'
import { createShareRepository } from './share.repository.ts'
import { shareRoutes } from './share.routes.ts'
import { createShare } from './share.service.ts'

type Parts = {
  conversations: Conversations
  visitorHandover: VisitorHandoverService
  handoverRepository: HandoverRepository
  /** Folder of the built app. */
  appFolder: string
}

/** Public pages, and their visitors. */
export const createShareModule = (
  context: Context,
  { conversations, visitorHandover, handoverRepository, appFolder }: Parts,
) => {
  const { config, db, hub, limits } = context
  const repository = createShareRepository(db)
  const share = createShare({
    share: repository,
    integrations: createIntegrationsRepository(db),
    limits,
    hub,
    async returning(integrationId, key) {
      const conversationId = conversationOfKey(config.jwtSecret, key)
      const visitor = conversationId && (await handoverRepository.visitorOf(conversationId, integrationId))
      return visitor ? { ...visitor, only: conversationId } : null
    },
  })
  const identity = createIdentity({
    share: repository,
    seal: createSeal(config.jwtSecret, 'customer identity'),
    hub,
  })
  return {
    async plugin(app) {
      await app.register(publicPageRoutes(context, { share, identity }))
      await app.register(shareRoutes(context, { conversations, share, identity, visitorHandover }))
      await app.register(faceRoutes(context, { share, pictures: createPictures(db) }))
      await app.register(sharePageRoutes(context, { appFolder, share }))
    },
    sweep: share.sweep,
  } satisfies Module
}
