import { fromPromise } from 'xstate'
import { gettingStartedMachine } from '../machines/getting-started/getting-started.machine.ts'
import { UNCHANGED } from '../machines/upload/upload.machine.ts'
import { t } from '../texts/t.ts'
import { goTo } from './go-to.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import { until } from './until.ts'

interface Services {
  knowledge: KnowledgeApi
  integrations: IntegrationsApi
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

interface Run {
  input: { organizationId: string }
  signal: AbortSignal
}

/** Of the knowledge base that files get when there is none to send them to; it can be renamed. */
const FIRST_NAME = t('Documents')

const named = <Thing extends { name: string }>(things: readonly Thing[], { name }: { name: string }) =>
  things.find((thing) => thing.name === name)

export function provideGettingStarted({ knowledge, integrations, withIdempotencyKey, refresh }: Services) {
  /** Each step looks for what an earlier, interrupted try has left, and goes on from there. */
  const addSample = async ({ input: { organizationId }, signal }: Run) => {
    const sample = await import('./sample/sample.ts')
    const base =
      named(await knowledge.list(organizationId, signal), sample.KNOWLEDGE_BASE) ??
      (await withIdempotencyKey({ sampleKnowledgeBase: organizationId }, (key) =>
        knowledge.create(organizationId, sample.KNOWLEDGE_BASE, key),
      ))
    const files = Object.entries(sample.FILES).map(
      ([name, text]) => new File([text], name, { type: 'text/markdown' }),
    )
    const results = await knowledge.upload(base.id, files, () => {}, signal)
    const refused = results.find(({ error }) => error && error.code !== UNCHANGED)
    if (refused) throw Object.assign(new Error('refused'), refused.error)
    await until(async () => {
      const documents = await knowledge.documents(base.id, signal)
      return documents.every(({ status }) => status === 'ready' || status === 'failed') || undefined
    }, signal)
    const assistant =
      named(await integrations.list(organizationId, signal), sample.ASSISTANT) ??
      (await withIdempotencyKey({ sampleAssistant: organizationId }, (key) =>
        integrations.create(organizationId, { ...sample.ASSISTANT, knowledge_base_ids: [base.id] }, key),
      ))
    await integrations.change(assistant.id, sample.ASSISTANT_SETTINGS)
    return assistant.id
  }
  return gettingStartedMachine.provide({
    actors: {
      createKnowledgeBase: fromPromise(async ({ input: { organizationId } }: Run) => {
        const { id, name } = await withIdempotencyKey({ firstKnowledgeBase: organizationId }, (key) =>
          knowledge.create(organizationId, { name: FIRST_NAME }, key),
        )
        return { knowledgeBaseId: id, name }
      }),
      addSample: fromPromise(addSample),
    },
    actions: {
      refreshLists: refresh,
      openAssistant: (scope, { id }) => goTo(scope, `/integrations/${id}`),
    },
  })
}
