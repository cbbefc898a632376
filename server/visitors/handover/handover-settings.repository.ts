import { eq, sql } from 'drizzle-orm'
import type { HandoverSettings } from '../../../src/services/contract/handover.ts'
import type { Language } from '../../../src/texts/language.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import { recorded } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { handoverSettings } from '../../kernel/db/schema/index.ts'

export const NO_HANDOVER: HandoverSettings = {
  offered: [],
  inbox: true,
  email: '',
  zendesk_url: '',
  zendesk_email: '',
  zendesk_failure: null,
  office_hours: null,
  reply_hours: 0,
}

type StoredSettings = typeof handoverSettings.$inferInsert.settings
type SettingsChanges = Omit<typeof handoverSettings.$inferInsert, 'integrationId' | 'settings'> & {
  settings: { [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined }
}

/** How an assistant offers a person. */
export const createHandoverSettings = (db: Db) => ({
  async settings(integrationId: string): Promise<HandoverSettings & { language: Language }> {
    const [row] = await db
      .select()
      .from(handoverSettings)
      .where(eq(handoverSettings.integrationId, integrationId))
    return {
      ...NO_HANDOVER,
      ...row?.settings,
      zendesk_failure: row?.zendeskFailure ?? null,
      language: row?.language ?? 'en',
    }
  },

  /** Settings that are not named stay as they are. `check` refuses what they amount to. */
  saveSettings(
    { id, name, organizationId }: IntegrationRow,
    { settings, ...set }: SettingsChanges,
    fields: string,
    check: (settings: StoredSettings) => void,
  ) {
    const { zendesk_failure: _, ...initial } = NO_HANDOVER
    return recorded(
      db,
      organizationId,
      { action: 'assistant.handover', target: { id, name }, details: { fields } },
      async (tx) => {
        const [saved] = await tx
          .insert(handoverSettings)
          .values({ integrationId: id, settings: Object.assign({ ...initial }, settings), ...set })
          .onConflictDoUpdate({
            target: handoverSettings.integrationId,
            set: {
              ...set,
              settings: sql`${handoverSettings.settings} || ${JSON.stringify(settings)}::jsonb`,
            },
          })
          .returning({ settings: handoverSettings.settings })
        check({ ...initial, ...saved?.settings })
      },
    )
  },
})
