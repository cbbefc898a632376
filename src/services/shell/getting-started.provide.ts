import { fromPromise } from 'xstate'
import { UNCHANGED } from '../../machines/knowledge/upload.setup.ts'
import { gettingStartedMachine } from '../../machines/shell/getting-started.machine.ts'
import { type Language, languageOf } from '../../texts/language.ts'
import { detailOf } from '../../texts/localized.ts'
import { shownLanguage, t } from '../../texts/t.ts'
import { until } from '../browser/until.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { assistants } from '../contract/operations/assistants.ts'
import { documents } from '../contract/operations/documents.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import { sendFiles } from '../knowledge/document-files.ts'
import type { Sample } from '../sample/en/sample.ts'

interface Run {
  input: { organizationId: string }
  signal: AbortSignal
}

/** Name of the knowledge base created for files without one; it can be renamed. */
const FIRST_NAME = t('Documents')

const SAMPLES: Readonly<Record<Language, () => Promise<{ sample: Sample }>>> = {
  en: () => import('../sample/en/sample.ts'),
  de: () => import('../sample/de/sample.ts'),
}

const named = <Thing extends { name: string }>(things: readonly Thing[], { name }: { name: string }) =>
  things.find((thing) => thing.name === name)

export function provideGettingStarted({ http, withIdempotencyKey, refresh }: WriteServices) {
  /** Each step looks for the results of an earlier, interrupted try, and continues from there. */
  const addSample = async ({ input: { organizationId }, signal }: Run) => {
    const { sample } = await SAMPLES[languageOf(shownLanguage())]()
    const base =
      named(await http.call(knowledgeBases.list, { organizationId }, { signal }), sample.knowledgeBase) ??
      (await withIdempotencyKey({ sampleKnowledgeBase: organizationId }, (key) =>
        http.call(
          knowledgeBases.create,
          { organizationId },
          { body: sample.knowledgeBase, idempotencyKey: key },
        ),
      ))
    const files = Object.entries(sample.files).map(
      ([name, text]) => new File([text], name, { type: 'text/markdown' }),
    )
    const results = await sendFiles(http, base.id, files, { signal })
    const refused = results.find(({ error }) => error && error.code !== UNCHANGED)
    if (refused?.error)
      throw Object.assign(new Error('refused'), { ...refused.error, detail: detailOf(refused.error) })
    await until(async () => {
      const listed = await http.call(documents.list, { id: base.id }, { signal })
      return listed.every(({ status }) => status === 'ready' || status === 'failed') || undefined
    }, signal)
    const assistant =
      named(await http.call(assistants.list, { organizationId }, { signal }), sample.assistant) ??
      (await withIdempotencyKey({ sampleAssistant: organizationId }, (key) =>
        http.call(
          assistants.create,
          { organizationId },
          { body: { ...sample.assistant, knowledge_base_ids: [base.id] }, idempotencyKey: key },
        ),
      ))
    await http.call(assistants.change, { id: assistant.id }, { body: sample.settings })
    return assistant.id
  }
  return gettingStartedMachine.provide({
    actors: {
      createKnowledgeBase: fromPromise(async ({ input: { organizationId } }) => {
        const { id, name } = await withIdempotencyKey({ firstKnowledgeBase: organizationId }, (key) =>
          http.call(
            knowledgeBases.create,
            { organizationId },
            { body: { name: FIRST_NAME }, idempotencyKey: key },
          ),
        )
        return { knowledgeBaseId: id, name }
      }),
      addSample: fromPromise(addSample),
    },
    actions: {
      refreshLists: refresh,
    },
  })
}
