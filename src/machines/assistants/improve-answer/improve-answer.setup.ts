import { assign, fromPromise, setup } from 'xstate'
import type { Answering, Message } from '../../../services/contract/conversations.ts'
import { withoutMarkers } from '../../../services/contract/markers.ts'
import type { SearchHit } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { failureOf } from '../../failure.ts'
import { passageSearchMachine } from '../../knowledge/passage-search.machine.ts'
import { notProvided } from '../../not-provided.ts'
import { isRefused } from '../../shared/failed-call.ts'
import {
  type FieldChange,
  type FieldErrors,
  type FormContext,
  formActions,
} from '../../shared/form/form.parts.ts'

/** The question that needs a better answer. */
export interface ImproveSubject {
  readonly organizationId: string
  readonly integrationId: string
  readonly question: string
  /** The previous answer; null if several answers found nothing, as in a gap. */
  readonly before: Message | null
  /** Answers that found nothing; they are settled once the question is answered from the new content. */
  readonly gapIds: readonly string[]
  /** The assistant or draft that answered, and is asked again. */
  readonly config: Answering
}

/**
 * `pair`: the question with a better answer; `passage`: the passage that should have been found, as a golden
 * question; `text`: a document that was missing.
 */
export type ImproveWay = 'pair' | 'passage' | 'text'

export interface ImproveValues {
  readonly question: string
  readonly answer: string
  readonly name: string
  readonly text: string
  /** Knowledge base that a pair or a text is added to. */
  readonly knowledgeBaseId: string
  readonly hit: SearchHit | null
}

/** The document that should answer the question now, and what each way has added so far. */
export interface Improvement {
  readonly documentId: string
  readonly pair?: Addition
  /** Absent if nothing was added, as the passage was expected already. */
  readonly passage?: GoldenAddition | undefined
  readonly text?: Addition
}

/** A document or a golden question of a knowledge base; the next save of the same way changes it. */
export interface Addition {
  readonly id: string
  readonly knowledgeBaseId: string
}

/** The passage that was added to a golden question; the next one replaces it. */
export interface GoldenAddition extends Addition {
  readonly expected: { readonly document_id: string; readonly quote: string }
}

/** The change to save; `saved` is what earlier tries added, which this one updates. */
export interface Improving {
  readonly question: string
  readonly way: ImproveWay
  readonly values: ImproveValues
  readonly saved: Improvement | null
}

interface ImproveContext extends FormContext<ImproveValues> {
  readonly subject: ImproveSubject | null
  readonly way: ImproveWay
  /** As opened, with what was saved since: everything else is typed text that would be lost. */
  readonly stored: ImproveValues
  /** The values of `stored` once the save under way has succeeded. */
  readonly sent: ImproveValues
  readonly saved: Improvement | null
  /** The assistant's answer to the repeated question. */
  readonly after: Message | null
}

type ImproveEvent =
  | { type: 'improving.opened'; subject: ImproveSubject; knowledgeBaseId: string }
  | { type: 'way.chosen'; way: ImproveWay }
  | ({ type: 'field.changed' } & FieldChange)
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'writing.resumed' }
  | { type: 'retry.requested' }

/** A marker after the full stop belongs to the sentence before it. */
const MARKERS_BEHIND = /^(?:[ \t]*\[\d{1,3}\])+/

const withoutUnsupported = ({ content, unsupported }: Message) =>
  unsupported.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(MARKERS_BEHIND, ''),
    content,
  )

/** Whether it is an answer, and one of its sentences that is not marked as unsupported cites the document. */
export function isSupportedBy(answer: Message, documentId: string): boolean {
  const supported = withoutUnsupported(answer)
  if (answer.answered !== true) return false
  return answer.citations.some(
    ({ n, document_id }) => document_id === documentId && supported.includes(`[${n}]`),
  )
}

const empty = { question: '', answer: '', name: '', text: '', knowledgeBaseId: '', hit: null }

export const nothing: ImproveContext = {
  subject: null,
  way: 'pair',
  values: empty,
  stored: empty,
  sent: empty,
  fieldErrors: {},
  error: null,
  refusals: 0,
  saved: null,
  after: null,
}

/** The fields of each way. */
const FIELDS: Record<ImproveWay, readonly (keyof ImproveValues)[]> = {
  pair: ['question', 'answer', 'knowledgeBaseId'],
  passage: ['hit'],
  text: ['name', 'text', 'knowledgeBaseId'],
}

/** The way with something that is not saved, first the one that is shown. */
const unsavedWay = ({ way, values, stored }: ImproveContext) =>
  [way, ...(Object.keys(FIELDS) as ImproveWay[])].find((one) =>
    // A knowledge base that was chosen is nothing to save by itself.
    FIELDS[one].some((name) => name !== 'knowledgeBaseId' && values[name] !== stored[name]),
  )

/** Something was entered in another way, or while the save was under way. */
export const hasUnsaved = ({ context }: { context: ImproveContext }) => unsavedWay(context) !== undefined

function problemsOf({ way, values }: ImproveContext): FieldErrors {
  const { question, answer, name, text, knowledgeBaseId, hit } = values
  if (way === 'passage')
    return hit === null ? { hit: t('Choose the passage that should have been found.') } : {}
  return {
    ...(way === 'pair' && question.trim() === '' && { question: t('Enter a question.') }),
    ...(way === 'pair' && answer.trim() === '' && { answer: t('Enter an answer.') }),
    ...(way === 'text' && name.trim() === '' && { name: t('Give the text a name.') }),
    ...(way === 'text' && text.trim() === '' && { text: t('Write something that assistants can quote.') }),
    ...(knowledgeBaseId === '' && { knowledgeBaseId: t('Choose where it belongs.') }),
  }
}

export const improveAnswerSetup = setup({
  types: {} as {
    context: ImproveContext
    events: ImproveEvent
    tags: 'open' | 'busy' | 'writing' | 'failed'
    children: {
      passageSearch: 'passageSearch'
      save: 'save'
      awaitReady: 'awaitReady'
      askAgain: 'askAgain'
      closeGap: 'closeGap'
    }
  },
  actors: {
    passageSearch: passageSearchMachine,
    save: fromPromise<Improvement, Improving>(notProvided('save')),
    awaitReady: fromPromise<void, Improvement>(notProvided('awaitReady')),
    askAgain: fromPromise<Message, ImproveSubject>(notProvided('askAgain')),
    /** The gap's questions now count as answered. */
    closeGap: fromPromise<void, ImproveSubject>(notProvided('closeGap')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    closesGap: ({ context }, { after }: { after: Message }) =>
      context.subject!.gapIds.length > 0 && isSupportedBy(after, context.saved!.documentId),
    restsOnWhatWasWritten: ({ context }, { after }: { after: Message }) =>
      isSupportedBy(after, context.saved!.documentId),
    isAnswered: (_, { after }: { after: Message }) => after.answered === true,
    hasUnsaved,
    isRefused,
  },
  actions: {
    open: assign((_, { subject, knowledgeBaseId }: { subject: ImproveSubject; knowledgeBaseId: string }) => {
      const answer = subject.before?.answered ? withoutMarkers(subject.before.content) : ''
      const values = { ...empty, question: subject.question, answer, knowledgeBaseId }
      return { ...nothing, subject, values, stored: values }
    }),
    forget: assign(nothing),
    ...formActions<ImproveContext, ImproveEvent>(
      problemsOf,
      t('It could not be saved. Please try again.'),
      false,
      ({ way }) => FIELDS[way],
    ),
    chooseWay: assign((_, { way }: { way: ImproveWay }) => ({ way, fieldErrors: {}, error: null })),
    resume: assign(({ context }) => ({
      way: unsavedWay(context) ?? context.way,
      after: null,
      error: null,
    })),
    rememberTrouble: assign((_, { error, fallback }: { error: unknown; fallback: string }) => ({
      error: failureOf(error, fallback).message,
    })),
    rememberSent: assign(({ context: { stored, values, way } }) => ({
      sent: { ...stored, ...Object.fromEntries(FIELDS[way].map((name) => [name, values[name]])) },
    })),
    rememberSaved: assign(({ context }, { saved }: { saved: Improvement }) => ({
      saved,
      stored: context.sent,
    })),
    forgetGaps: assign(({ context }) => ({ subject: { ...context.subject!, gapIds: [] } })),
    rememberAfter: assign(({ context }, { after }: { after: Message }) => ({
      after,
      // The retry found nothing: that is a new gap.
      ...(after.answered === false && {
        subject: { ...context.subject!, gapIds: [...context.subject!.gapIds, after.id] },
      }),
    })),
  },
})
