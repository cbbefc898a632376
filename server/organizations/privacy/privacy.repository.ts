import { and, count, countDistinct, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import {
  apiKeys,
  channels,
  handoverSettings,
  identityProviders,
  integrations,
  memberships,
  modelProviders,
  publicPages,
  twoFactors,
  webhookEndpoints,
} from '../../kernel/db/schema/index.ts'
import type { OwnServices } from './recipients.ts'

export const createPrivacyRepository = (db: Db) => ({
  async services(organizationId: string): Promise<Omit<OwnServices, 'identityProvider'>> {
    const providers = await db
      .select({ name: modelProviders.name, baseUrl: modelProviders.baseUrl })
      .from(modelProviders)
      .where(eq(modelProviders.organizationId, organizationId))
      .orderBy(modelProviders.createdAt)
    const webhooks = await db
      .select({ url: webhookEndpoints.url })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.enabled, true)))
      .orderBy(webhookEndpoints.createdAt)
    const tickets = await db
      .select({ settings: handoverSettings.settings })
      .from(handoverSettings)
      .innerJoin(integrations, eq(integrations.id, handoverSettings.integrationId))
      .where(and(eq(integrations.organizationId, organizationId), isNotNull(handoverSettings.zendeskToken)))
    // A paused one still receives people's replies; a mailbox is read at its address, and answers by SMTP.
    const places = await db
      .select({
        name: channels.name,
        url: sql<string>`coalesce(${channels.settings}->>'smtp', ${channels.url})`,
      })
      .from(channels)
      .where(eq(channels.organizationId, organizationId))
      .orderBy(channels.createdAt, channels.name)
    return {
      providers,
      webhooks: webhooks.map(({ url }) => url),
      ticketSystems: tickets.map(({ settings }) => settings.zendesk_url),
      channels: places,
    }
  },

  async access(organizationId: string) {
    const [people] = await db
      .select({ members: count(), two_factor: count(twoFactors.confirmedAt) })
      .from(memberships)
      .leftJoin(twoFactors, eq(twoFactors.userId, memberships.userId))
      .where(eq(memberships.organizationId, organizationId))
    const api_keys = await db.$count(
      apiKeys,
      and(
        eq(apiKeys.organizationId, organizationId),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date())),
      ),
    )
    const isOpenPage = and(
      eq(publicPages.state, 'on'),
      or(isNull(publicPages.expiresAt), gt(publicPages.expiresAt, new Date())),
    )
    const [open] = await db
      .select({ public_assistants: countDistinct(integrations.id) })
      .from(integrations)
      .leftJoin(publicPages, and(eq(publicPages.integrationId, integrations.id), isOpenPage))
      .leftJoin(channels, and(eq(channels.integrationId, integrations.id), eq(channels.enabled, true)))
      .where(
        and(
          eq(integrations.organizationId, organizationId),
          or(isNotNull(publicPages.integrationId), isNotNull(channels.id)),
        ),
      )
    return { ...people!, api_keys, ...open! }
  },

  async identityProvider(organizationId: string) {
    const [provider] = await db
      .select({ issuer: identityProviders.issuer, enforced: identityProviders.enforced })
      .from(identityProviders)
      .where(eq(identityProviders.organizationId, organizationId))
    return provider ?? null
  },
})
