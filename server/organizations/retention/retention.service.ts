import type { FastifyBaseLogger } from 'fastify'
import type {
  Retention,
  RetentionChange,
  RetentionPreview,
} from '../../../src/services/contract/retention.ts'
import type { IntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import { invalid } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { RULES } from './records.ts'
import type { RecordDays, RetentionRepository, RuleRow } from './retention.repository.ts'

/** Number per transaction, which locks their rows only briefly and loses little if it fails. */
const DELETED_AT_ONCE = 200

type Parts = {
  repository: RetentionRepository
  integrations: Pick<IntegrationsRepository, 'idsOf'>
  log: Pick<FastifyBaseLogger, 'error'>
}

const isDefault = ({ integrationId, channel }: RuleRow) => integrationId === null && channel === null

const rowsOf = ({ default_days, rules }: RetentionChange): RuleRow[] => [
  ...(default_days === null ? [] : [{ integrationId: null, channel: null, days: default_days }]),
  ...rules.map(({ integration_id, channel, days }) => ({ integrationId: integration_id, channel, days })),
]

const present = (rows: RuleRow[], records: RecordDays): Retention => ({
  ...records,
  default_days: rows.find(isDefault)?.days ?? null,
  rules: rows
    .filter((row) => !isDefault(row))
    .map(({ integrationId, channel, days }) => ({ integration_id: integrationId, channel, days })),
})

/** How long an organization keeps conversations and other records, and the deletion of older ones. */
export const createRetention = ({ repository, integrations, log }: Parts) => {
  /** @throws Refusal 422 for rules without a clear or unique scope */
  const check = async (organizationId: string, { rules }: RetentionChange) => {
    const scopes = rules.map(({ integration_id, channel }) => `${integration_id} ${channel}`)
    if (rules.some(({ integration_id, channel }) => integration_id === null && channel === null))
      throw invalid({ rules: say('rule_of_everything') })
    if (new Set(scopes).size < scopes.length) throw invalid({ rules: say('rules_overlap') })
    const own = await integrations.idsOf(organizationId)
    if (rules.some(({ integration_id }) => integration_id !== null && !own.includes(integration_id)))
      throw invalid({ rules: say('no_such_assistant') })
  }
  const get = async (organizationId: string) =>
    present(await repository.rules(organizationId), await repository.recordDays(organizationId))

  /** Deletes what is past its rules, for each organization even if another failed. */
  const sweep = async (): Promise<void> => {
    for (const organizationId of await repository.toSweep())
      try {
        while ((await repository.deleteBatch(organizationId, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
        const records = await repository.recordDays(organizationId)
        for (const rule of RULES) {
          const days = records[rule]
          if (days === null) continue
          while (
            (await repository.deleteRecords(organizationId, rule, days, DELETED_AT_ONCE)) === DELETED_AT_ONCE
          );
        }
        await repository.endRun(organizationId)
      } catch (error) {
        log.error({ err: error, organizationId }, 'what is no longer kept was not deleted')
      }
  }

  return {
    get,

    /** @throws Refusal 422 */
    async set(organizationId: string, change: RetentionChange): Promise<Retention> {
      await check(organizationId, change)
      await repository.save(organizationId, rowsOf(change), change)
      return get(organizationId)
    },

    /** Preview of the data that the next sweep would delete under these rules. @throws Refusal 422 */
    async preview(organizationId: string, change: RetentionChange): Promise<RetentionPreview> {
      await check(organizationId, change)
      const retention = { ...(await repository.recordDays(organizationId)), ...change }
      const { oldest, ...counts } = await repository.preview(organizationId, retention)
      return { ...counts, oldest: oldest && new Date(oldest).toISOString() }
    },

    sweep,

    /** Deletes restored data past its rules before anyone can read it; does nothing for data swept here. */
    async sweepRestored(): Promise<void> {
      if (await repository.wasSwept()) return
      await sweep()
      await repository.noteSwept()
    },
  }
}
