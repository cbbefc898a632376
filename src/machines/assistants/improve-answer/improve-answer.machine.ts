import type { ActorRefFrom } from 'xstate'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { failsTo } from '../../shared/failed-call.ts'
import { changesField, remembersFailure, submitsTo } from '../../shared/form/form.parts.ts'
import { improveAnswerSetup, nothing } from './improve-answer.setup.ts'

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

const afterOf = ({ event }: { event: { output: Message } }) => ({ after: event.output })
const remembersAfter = { type: 'rememberAfter', params: afterOf } as const

/** S2.14: missing knowledge is written or selected, then the question is repeated to compare both answers. */
export const improveAnswerMachine = improveAnswerSetup.createMachine({
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
              { guard: { type: 'closesGap', params: afterOf }, target: 'settling', actions: remembersAfter },
              {
                guard: { type: 'restsOnWhatWasWritten', params: afterOf },
                target: 'improved',
                actions: remembersAfter,
              },
              {
                guard: { type: 'isAnswered', params: afterOf },
                target: 'answeredOtherwise',
                actions: remembersAfter,
              },
              { target: 'stillOpen', actions: remembersAfter },
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
