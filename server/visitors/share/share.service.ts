import { createHash, randomBytes } from 'node:crypto'
import { SHARE_REFUSALS } from '../../../src/services/contract/asking.ts'
import type { Closed, PublicPagePatch, VisitorBudget } from '../../../src/services/contract/share.ts'
import { DEFAULT_SETTINGS } from '../../assistants/integrations/configuration.ts'
import type { IntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { LimitsService } from '../../billing/limits.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { fieldsOf } from '../../kernel/audit.ts'
import { DAY } from '../../kernel/durations.ts'
import { invalid, notFound, Refusal, refusal, tooManyRequests } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import type { ShareRepository } from './share.repository.ts'
import type { FaceRow, OpenPage, PageRow, Visiting, VisitorRow } from './share.types.ts'

const FORGOTTEN_AFTER = 90 * DAY

const startOfDay = () => new Date(Math.floor(Date.now() / DAY) * DAY)
const endOfDay = () => new Date(startOfDay().getTime() + DAY)

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export type Share = ReturnType<typeof createShare>

/** A public page and its visitors. */
export const createShare = ({
  share,
  integrations,
  limits,
  hub,
  returning,
}: {
  share: ShareRepository
  integrations: IntegrationsRepository
  limits: LimitsService
  hub: Hub
  /** The visitor whose conversation a mailed key opens. */
  returning: (integrationId: string, key: string) => Promise<Visiting | null>
}) => {
  const usedToday = (integrationId: string) => share.asked(integrationId, startOfDay())

  /** Why no one can ask now. */
  const closedBy = async ({
    integrationId,
    state,
    expiresAt,
    dailyLimit,
  }: PageRow): Promise<Closed | null> => {
    if (state === 'paused') return 'paused'
    if (expiresAt && expiresAt.getTime() <= Date.now()) return 'expired'
    return (await usedToday(integrationId)) >= dailyLimit ? 'over_budget' : null
  }

  const budgetOf = async (page: PageRow, visitor: VisitorRow | null): Promise<VisitorBudget> => {
    const used = visitor ? await share.asked(page.integrationId, startOfDay(), visitor.id) : 0
    const resetsAt = endOfDay()
    return {
      limit: page.visitorLimit,
      left: Math.max(page.visitorLimit - used, 0),
      resets_at: resetsAt.toISOString(),
      resets_in: Math.ceil((resetsAt.getTime() - Date.now()) / 1000),
    }
  }

  /** As the page tells: a question is also refused if the organization has asked all of its month. */
  const toldClosed = async ({ integration, page }: OpenPage) =>
    (await closedBy(page)) ??
    ((await limits.hasQuestionsLeft(integration.organizationId)) ? null : 'over_budget')

  /** The assistant's appearance for visitors; null if it is not public. */
  const published = async (id: string): Promise<FaceRow | null> => {
    const face = await share.face(id)
    return face && { ...face, configuration: { ...DEFAULT_SETTINGS, ...face.configuration } }
  }

  return {
    published,
    page: share.page,
    usedToday,
    resetsAt: () => endOfDay().toISOString(),
    toldClosed,
    budgetOf,

    /**
     * Settings that are not named stay as they are.
     * @throws Refusal 422 if it is turned on while nothing is published
     */
    async change(integration: IntegrationRow, patch: PublicPagePatch) {
      const { id, published, organizationId } = integration
      if (patch.state !== undefined && patch.state !== 'off' && !published)
        throw invalid({ state: say('publish_first') })
      const changes = {
        state: patch.state,
        allowedOrigins: patch.allowed_origins,
        visitorLimit: patch.visitor_limit,
        dailyLimit: patch.daily_limit,
        expiresAt: typeof patch.expires_at === 'string' ? new Date(patch.expires_at) : patch.expires_at,
      }
      await share.savePage(integration, changes, fieldsOf(patch))
      hub.publish(`organization:${organizationId}`, 'integration_update', { id })
      return share.page(id)
    },

    /** @throws Refusal 404, the same if it is missing, unpublished, or not public */
    async open(id: string): Promise<OpenPage> {
      const integration = await integrations.find(id, PUBLIC)
      const page = await share.page(id)
      if (!integration?.published || page.state === 'off') throw notFound('assistant')
      return { integration, page }
    },

    /** @throws Refusal 404, as `open` */
    async face(id: string): Promise<FaceRow> {
      const face = await published(id)
      if (!face) throw notFound('assistant')
      return face
    },

    /** The link to Lectern reappears when the plan no longer allows hiding it. */
    isPoweredByShown: async ({ integration: { organizationId, published } }: OpenPage) =>
      published?.configuration.powered_by !== false || !(await limits.allows(organizationId, 'unbranded')),

    async newVisitor({ integration }: OpenPage) {
      const token = randomBytes(24).toString('base64url')
      await share.addVisitor(integration.id, hashOf(token))
      return token
    },

    async visitor(integrationId: string, token: string | null): Promise<Visiting | null> {
      if (token === null) return null
      const known = await share.visitor(integrationId, hashOf(token))
      const visitor = known ? { ...known, only: null } : await returning(integrationId, token)
      const now = new Date()
      if (visitor && now.getTime() - visitor.lastSeenAt.getTime() > DAY) await share.noteSeen(visitor.id, now)
      return visitor
    },

    /** Deletes visitors not seen for 90 days, or whose page ended as long ago. */
    sweep: () => share.sweep(new Date(Date.now() - FORGOTTEN_AFTER)),

    conversationsOf: async ({ id, only }: Visiting) =>
      (await share.conversationsOf(id)).filter((one) => only === null || one.id === only),

    /**
     * Counts one question of the day. Calls for one organization must run one after the other.
     * @throws Refusal 403 with the reason if the page is closed, 429 if the visitor has no questions left today
     */
    async take({ page }: OpenPage, visitor: VisitorRow) {
      const closed = await closedBy(page)
      if (closed) throw refusal(closed)
      const { left, resets_in } = await budgetOf(page, visitor)
      if (left === 0) throw tooManyRequests(resets_in, SHARE_REFUSALS.visitor)
      await share.countQuestion(page.integrationId, visitor.id)
    },
  }
}

/** A refusal of a question in words for visitors, without the organization's plan. */
export const forVisitors = (error: unknown) => {
  if (error instanceof Refusal && error.status === 402) return refusal(SHARE_REFUSALS.budget)
  // It was deleted since it was looked up: the page itself is there.
  if (error instanceof Refusal && error.status === 404) return refusal(SHARE_REFUSALS.conversation)
  return error
}
