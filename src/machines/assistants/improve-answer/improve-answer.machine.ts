import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Message } from '../../../services/contract/conversations.ts'
import { withoutMarkers } from '../../../services/contract/markers.ts'
import { t } from '../../../texts/t.ts'
import { failureOf } from '../../failure.ts'
import { passageSearchMachine } from '../../knowledge/passage-search.machine.ts'
import { notProvided } from '../../not-provided.ts'
import { failsTo, isRefused } from '../../shared/failed-call.ts'
import { changesField, formActions, remembersFailure, submitsTo } from '../../shared/form/form.parts.ts'
import type { FieldErrors } from '../../shared/form/form.types.ts'
import type {
  ImproveContext,
  ImproveEvent,
  Improvement,
  ImproveSubject,
  ImproveValues,
  ImproveWay,
  Improving,
} from './improve-answer.types.ts'

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

const nothing: ImproveContext = {
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

const closes = { 'form.closed': '#improveAnswer.closed' } as const
const resumes = { target: 'writing', actions: 'resume' } as const
const writesMore = { ...closes, 'writing.resumed': resumes } as const
/** Nothing more is needed, but what is not saved can still be. */
const savesTheRest = { ...closes, 'writing.resumed': { ...resumes, guard: 'hasUnsaved' } } as const

const fails = (fallback: string, target: 'failed' | 'unsettled' = 'failed') =>
  failsTo(target, {
    type: 'rememberTrouble',
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, fallback }),
  })

/** S2.14: missing knowledge is written or selected, then the question is repeated to compare both answers. */
export const improveAnswerMachine = setup({
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
}).createMachine({
  id: 'improveAnswer',
  description: 'A missing answer is written, or its passage is chosen; then the question is asked again.',
  context: nothing,
  initial: 'closed',
  states: {
    closed: {
      description: 'The conversation, or the list of open questions.',
      entry: 'forget',
      on: { 'improving.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event } } },
    },
    open: {
      description: 'One answer is improved; passages are searched for the one that should have been found.',
      tags: 'open',
      initial: 'writing',
      invoke: {
        id: 'passageSearch',
        src: 'passageSearch',
        input: ({ context: { subject } }) => ({
          integrationId: subject!.integrationId,
          query: subject!.question,
        }),
      },
      states: {
        writing: {
          description: 'The person writes an answer or a text, or picks a passage.',
          tags: 'writing',
          on: {
            'way.chosen': { actions: { type: 'chooseWay', params: ({ event }) => event } },
            'field.changed': changesField,
            'form.submitted': submitsTo('saving'),
            ...closes,
          },
        },
        saving: {
          description: 'It becomes a document of the knowledge base, or a golden question.',
          tags: ['writing', 'busy'],
          entry: 'rememberSent',
          on: { 'field.changed': changesField },
          invoke: {
            id: 'save',
            src: 'save',
            input: ({ context: { subject, way, values, saved } }) => ({
              question: subject!.question,
              way,
              values,
              saved,
            }),
            onDone: {
              target: 'indexing',
              actions: { type: 'rememberSaved', params: ({ event }) => ({ saved: event.output }) },
            },
            onError: { target: 'writing', actions: remembersFailure },
          },
        },
        indexing: {
          description: 'The document is read; closing leaves it to be read in the background.',
          on: closes,
          invoke: {
            id: 'awaitReady',
            src: 'awaitReady',
            input: ({ context }) => context.saved!,
            onDone: 'asking',
            onError: fails(t('The answer could not be read.')),
          },
        },
        asking: {
          description: 'The question is sent to the assistant again.',
          on: closes,
          invoke: {
            id: 'askAgain',
            src: 'askAgain',
            input: ({ context }) => context.subject!,
            onDone: [
              {
                guard: { type: 'closesGap', params: ({ event }) => ({ after: event.output }) },
                target: 'settling',
                actions: { type: 'rememberAfter', params: ({ event }) => ({ after: event.output }) },
              },
              {
                guard: { type: 'restsOnWhatWasWritten', params: ({ event }) => ({ after: event.output }) },
                target: 'improved',
                actions: { type: 'rememberAfter', params: ({ event }) => ({ after: event.output }) },
              },
              {
                guard: { type: 'isAnswered', params: ({ event }) => ({ after: event.output }) },
                target: 'answeredOtherwise',
                actions: { type: 'rememberAfter', params: ({ event }) => ({ after: event.output }) },
              },
              {
                target: 'stillOpen',
                actions: { type: 'rememberAfter', params: ({ event }) => ({ after: event.output }) },
              },
            ],
            onError: fails(t('The question could not be asked again.')),
          },
        },
        settling: {
          description: 'The assistant answers from what was written; the gap is being closed.',
          tags: 'busy',
          invoke: {
            id: 'closeGap',
            src: 'closeGap',
            input: ({ context }) => context.subject!,
            onDone: { target: 'filled', actions: 'forgetGaps' },
            onError: fails(t('The gap could not be closed.'), 'unsettled'),
          },
        },
        filled: {
          description: 'The assistant answers from what was written; the gap is closed.',
          on: savesTheRest,
        },
        improved: {
          description: 'The assistant answers from what was written; there was no gap.',
          on: savesTheRest,
        },
        answeredOtherwise: {
          description:
            'The assistant answers, but no supported sentence cites what was written; a gap stays open, and the person may write more.',
          on: writesMore,
        },
        stillOpen: {
          description: 'The assistant still does not answer; the person may write more.',
          on: writesMore,
        },
        failed: {
          description: 'Reading or asking failed; what was written is saved.',
          tags: 'failed',
          on: { ...savesTheRest, 'retry.requested': 'indexing' },
        },
        unsettled: {
          description: 'The assistant answers from what was written, but the gap is still open.',
          tags: 'failed',
          on: { ...savesTheRest, 'retry.requested': 'settling' },
        },
        refused: {
          description: 'The server refused, and would refuse again; what was written is saved.',
          tags: 'failed',
          on: savesTheRest,
        },
      },
    },
  },
})

export type ImproveAnswerRef = ActorRefFrom<typeof improveAnswerMachine>
