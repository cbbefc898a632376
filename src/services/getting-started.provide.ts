import { fromPromise } from 'xstate'
import { gettingStartedMachine } from '../machines/getting-started/getting-started.machine.ts'
import { UNCHANGED } from '../machines/upload/upload.machine.ts'
import { type Language, languageOf } from '../texts/language.ts'
import { detailOf } from '../texts/said.ts'
import { shownLanguage, t } from '../texts/t.ts'
import { goTo } from './go-to.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import type { Sample } from './sample/sample.types.ts'
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

const SAMPLES: Readonly<Record<Language, () => Promise<{ sample: Sample }>>> = {
  en: () => import('./sample/en/sample.ts'),
  de: () => import('./sample/de/sample.ts'),
}

const named = <Thing extends { name: string }>(things: readonly Thing[], { name }: { name: string }) =>
  things.find((thing) => thing.name === name)

export function provideGettingStarted({ knowledge, integrations, withIdempotencyKey, refresh }: Services) {
  /** Each step looks for what an earlier, interrupted try has left, and goes on from there. */
  const addSample = async ({ input: { organizationId }, signal }: Run) => {
    const { sample } = await SAMPLES[languageOf(shownLanguage())]()
    const base =
      named(await knowledge.list(organizationId, signal), sample.knowledgeBase) ??
      (await withIdempotencyKey({ sampleKnowledgeBase: organizationId }, (key) =>
        knowledge.create(organizationId, sample.knowledgeBase, key),
      ))
    const files = Object.entries(sample.files).map(
      ([name, text]) => new File([text], name, { type: 'text/markdown' }),
    )
    const results = await knowledge.upload(base.id, files, () => {}, signal)
    const refused = results.find(({ error }) => error && error.code !== UNCHANGED)
    if (refused?.error)
      throw Object.assign(new Error('refused'), { ...refused.error, detail: detailOf(refused.error) })
    await until(async () => {
      const documents = await knowledge.documents(base.id, signal)
      return documents.every(({ status }) => status === 'ready' || status === 'failed') || undefined
    }, signal)
    const assistant =
      named(await integrations.list(organizationId, signal), sample.assistant) ??
      (await withIdempotencyKey({ sampleAssistant: organizationId }, (key) =>
        integrations.create(organizationId, { ...sample.assistant, knowledge_base_ids: [base.id] }, key),
      ))
    await integrations.change(assistant.id, sample.settings)
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
