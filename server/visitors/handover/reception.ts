import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { Answerer } from '../../assistants/answering/answerer.ts'
import { writeQueriesByRule } from '../../assistants/answering/follow-up.ts'
import { spokenIn } from '../../assistants/answering/refusal.ts'
import type { Writers } from '../../assistants/answering/writers.ts'
import { refusal } from '../../kernel/errors.ts'
import { asksForPerson } from './asks-for-person.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { inChannel, VISITOR_TEXTS } from './visitor-texts.ts'

type Answering = { configuration: Configuration; writers: Writers }
type Visit = {
  integrationId: string
  /** Null begins one. */
  conversationId: string | null
  question: string
  visitorId: string | null
  /** They write from a channel, and are replied to there. */
  isElsewhere: boolean
}

/** Says one thing, whatever is found. */
const saying = (text: string): Answerer => ({
  mode: 'quoted',
  model: null,
  async *answer() {
    yield { type: 'token', text }
  },
})

export type Reception = ReturnType<typeof createReception>

/** How visitors are answered: in words for them where nothing is found, and by a way to a person where they ask for one. */
export const createReception =
  (repository: Pick<HandoverRepository, 'customerOf' | 'find' | 'settings'>) =>
  async (
    { integrationId, conversationId, question, visitorId, isElsewhere }: Visit,
    { configuration, writers }: Answering,
  ): Promise<Answering> => {
    if (conversationId !== null && (await repository.find(conversationId))?.takenOver)
      throw refusal('with_person')
    const { offered } = await repository.settings(integrationId)
    const spoken = VISITOR_TEXTS[spokenIn(question, configuration.language)]
    const customer = await repository.customerOf(visitorId)
    const texts = isElsewhere ? inChannel(spoken) : customer ? { ...spoken, ...spoken.toCustomer } : spoken
    if (offered.includes('asked') && asksForPerson(question))
      return {
        configuration,
        writers: { answerer: saying(texts.person), writeQueries: writeQueriesByRule, checkClaims: null },
      }
    const refused = offered.includes('refused') ? texts.notFoundButPerson : texts.notFound
    return {
      configuration: { ...configuration, refusal_message: configuration.refusal_message || refused },
      writers,
    }
  }
