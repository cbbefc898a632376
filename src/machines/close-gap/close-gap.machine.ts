import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Gap } from '../../services/contract/analytics.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { changesField, formActions, remembersFailure, submitsTo } from '../form/form.parts.ts'
import type { FieldErrors } from '../form/form.types.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import type { CloseGapContext, CloseGapEvent, GapValues, Reply, SavedAnswer } from './close-gap.types.ts'

const nothing: CloseGapContext = {
  gap: null,
  values: { question: '', answer: '', knowledge_base_id: '' },
  fieldErrors: {},
  error: null,
  refusals: 0,
  saved: null,
  reply: null,
}

function problemsOf({ question, answer, knowledge_base_id }: GapValues): FieldErrors {
  return {
    ...(question.trim() === '' && { question: t('Enter a question.') }),
    ...(answer.trim() === '' && { answer: t('Enter an answer.') }),
    ...(knowledge_base_id === '' && { knowledge_base_id: t('Choose a knowledge base.') }),
  }
}

/** S2.14: an unanswered question gets its answer, and is asked again to check that it is answered now. */
export const closeGapMachine = setup({
  types: {} as {
    context: CloseGapContext
    events: CloseGapEvent
    tags: 'open' | 'busy' | 'writing'
    children: { saveAnswer: 'saveAnswer'; awaitReady: 'awaitReady'; askAgain: 'askAgain' }
  },
  actors: {
    saveAnswer: fromPromise<SavedAnswer, GapValues>(notProvided('saveAnswer')),
    awaitReady: fromPromise<void, SavedAnswer>(notProvided('awaitReady')),
    askAgain: fromPromise<Reply, { integrationId: string; question: string }>(notProvided('askAgain')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context.values)).length === 0,
    isAnswered: (_, { reply }: { reply: Reply }) => reply.answered,
  },
  actions: {
    /** The questions of the gap count as answered from now on. */
    settle: actionNotProvided<{ answerIds: readonly string[] }>('settle'),
    takeGap: assign((_, { gap, knowledgeBaseId }: { gap: Gap; knowledgeBaseId: string }) => ({
      ...nothing,
      gap,
      values: { question: gap.question, answer: '', knowledge_base_id: knowledgeBaseId },
    })),
    forget: assign(nothing),
    ...formActions<CloseGapContext, CloseGapEvent>(
      ({ values }) => problemsOf(values),
      t('The answer could not be saved.'),
    ),
    forgetReply: assign({ reply: null }),
    rememberTrouble: assign((_, { error, fallback }: { error: unknown; fallback: string }) => ({
      error: failureOf(error, fallback).message,
    })),
    rememberSaved: assign({ saved: (_, { saved }: { saved: SavedAnswer }) => saved }),
    rememberReply: assign({ reply: (_, { reply }: { reply: Reply }) => reply }),
  },
}).createMachine({
  id: 'closeGap',
  description: 'A question that was not answered gets its answer, and is asked again.',
  context: nothing,
  initial: 'closed',
  states: {
    closed: {
      description: 'The list of open questions.',
      entry: 'forget',
      on: { 'gap.opened': { target: 'writing', actions: { type: 'takeGap', params: ({ event }) => event } } },
    },
    writing: {
      description: 'The person writes the answer and says where it belongs.',
      tags: ['open', 'writing'],
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('saving'),
        'form.closed': 'closed',
      },
    },
    saving: {
      description: 'Question and answer become a document of the knowledge base.',
      tags: ['open', 'busy', 'writing'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'saveAnswer',
        src: 'saveAnswer',
        input: ({ context }) => context.values,
        onDone: {
          target: 'indexing',
          actions: { type: 'rememberSaved', params: ({ event }) => ({ saved: event.output }) },
        },
        onError: {
          target: 'writing',
          actions: remembersFailure,
        },
      },
    },
    indexing: {
      description: 'The document is read; closing leaves it to be read in the background.',
      tags: 'open',
      on: { 'form.closed': 'closed' },
      invoke: {
        id: 'awaitReady',
        src: 'awaitReady',
        input: ({ context }) => context.saved!,
        onDone: 'asking',
        onError: {
          target: 'failed',
          actions: {
            type: 'rememberTrouble',
            params: ({ event }) => ({ error: event.error, fallback: t('The answer could not be read.') }),
          },
        },
      },
    },
    asking: {
      description: 'The assistant is asked the question once more.',
      tags: 'open',
      on: { 'form.closed': 'closed' },
      invoke: {
        id: 'askAgain',
        src: 'askAgain',
        input: ({ context }) => ({
          integrationId: context.gap!.integration_id,
          question: context.gap!.question,
        }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ reply: event.output }) },
            target: 'filled',
            actions: [
              { type: 'rememberReply', params: ({ event }) => ({ reply: event.output }) },
              { type: 'settle', params: ({ context }) => ({ answerIds: context.gap!.answer_ids }) },
            ],
          },
          {
            target: 'stillOpen',
            actions: { type: 'rememberReply', params: ({ event }) => ({ reply: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: {
            type: 'rememberTrouble',
            params: ({ event }) => ({
              error: event.error,
              fallback: t('The question could not be asked again.'),
            }),
          },
        },
      },
    },
    filled: {
      description: 'The assistant can answer this now; the gap is closed.',
      tags: 'open',
      on: { 'form.closed': 'closed' },
    },
    stillOpen: {
      description: 'The assistant still does not answer; the person may write more.',
      tags: 'open',
      on: { 'form.closed': 'closed', 'retry.requested': { target: 'writing', actions: 'forgetReply' } },
    },
    failed: {
      description: 'Reading or asking failed; what was written is saved.',
      tags: 'open',
      on: { 'form.closed': 'closed', 'retry.requested': 'indexing' },
    },
  },
})

export type CloseGapRef = ActorRefFrom<typeof closeGapMachine>
