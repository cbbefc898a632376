import { type Channel, isConnected } from '../../../src/services/contract/conversations.ts'
import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { Answerer } from '../../assistants/answering/answerer.ts'
import { writeQueriesByRule } from '../../assistants/answering/follow-up.ts'
import { answerLanguage } from '../../assistants/answering/refusal.ts'
import type { Writers } from '../../assistants/answering/writers.ts'
import { isOfVisitor } from '../../conversations/conversations.types.ts'
import { refusal } from '../../kernel/errors.ts'
import { currentCaller } from '../../kernel/http/caller.ts'
import { asksForPerson } from './asks-for-person.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { inChannel, VISITOR_TEXTS } from './visitor-texts.ts'

type Answering = { configuration: Configuration; writers: Writers }
type Visit = {
  integrationId: string
  /** Null if it begins one. */
  conversationId: string | null
  question: string
  /** Null for a draft of a reply. */
  channel: Channel | null
  visitorId: string | null
}

/** Gives a fixed reply, whatever is found. */
const saying = (text: string): Answerer => ({
  mode: 'quoted',
  model: null,
  async *answer() {
    yield { type: 'token', text }
  },
})

export type Reception = ReturnType<typeof createReception>

/** Answers people: visitors get their own text if nothing is found, and a person is offered if possible. */
export const createReception =
  (repository: Pick<HandoverRepository, 'customerOf' | 'find' | 'settings'>) =>
  async (
    { integrationId, conversationId, question, channel, visitorId }: Visit,
    answering: Answering,
  ): Promise<Answering> => {
    const { configuration, writers } = answering
    if (conversationId !== null && (await repository.find(conversationId))?.takenOver)
      throw refusal('with_person')
    if (channel === null || channel === 'api') return answering
    const { offered } = await repository.settings(integrationId)
    const isMember = channel === 'chat'
    const spoken =
      VISITOR_TEXTS[isMember ? currentCaller().language : answerLanguage(question, configuration.language)]
    const isKnown = isMember || (await repository.customerOf(visitorId)) !== null
    const texts = isConnected(channel)
      ? inChannel(spoken)
      : isKnown
        ? { ...spoken, ...spoken.toCustomer }
        : spoken
    if (offered.includes('asked') && asksForPerson(question))
      return {
        configuration,
        writers: { answerer: saying(texts.person), writeQueries: writeQueriesByRule, checkClaims: null },
      }
    if (!isOfVisitor({ channel }) && !offered.includes('refused')) return answering
    const refused = offered.includes('refused') ? texts.notFoundButPerson : texts.notFound
    return {
      configuration: { ...configuration, refusal_message: configuration.refusal_message || refused },
      writers,
    }
  }
