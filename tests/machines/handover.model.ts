import { createActor, fromTransition } from 'xstate'
import type { handoverMachine } from '../../src/machines/visitors/handover.machine.ts'
import type { HandoverEntry, VisitorHandover } from '../../src/services/contract/handover.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'

const NOBODY: VisitorHandover = {
  requester: 'visitor',
  offer: null,
  expected: { hours: 4, opens_at: null },
  status: null,
  person: null,
  email: '',
  customer: null,
  entries: [],
  rating: null,
  helped: null,
}

const said = (kind: HandoverEntry['kind'], content: string): HandoverEntry => ({
  id: `${kind} ${content}`,
  kind,
  author: kind === 'visitor' ? '' : 'Ben',
  content,
  created_at: '2026-05-01T12:00:00.000Z',
})

const asked: VisitorHandover = { ...NOBODY, status: 'open', email: 'grace@example.com' }
const taken: VisitorHandover = { ...asked, person: 'Ben', entries: [said('taken', '')] }
const replied: VisitorHandover = {
  ...taken,
  status: 'waiting',
  entries: [...taken.entries, said('reply', 'Hello.')],
} as const

const resolved: VisitorHandover = {
  ...replied,
  status: 'resolved',
  person: null,
  entries: [...replied.entries, said('resolved', '')],
}

export const VIEWS = {
  assisted: labelled('The assistant answers', NOBODY),
  helped: labelled('The answer has helped', { ...NOBODY, helped: true }),
  offered: labelled('A person is always offered', { ...NOBODY, offer: 'always' }),
  refused: labelled('The assistant has no answer', { ...NOBODY, offer: 'refused' }),
  trial: labelled('A person is asked for, as a trial', { ...NOBODY, requester: 'trial', offer: 'asked' }),
  tried: labelled('It is requested, as a trial', { ...asked, requester: 'trial' }),
  known: labelled('A person is asked for, and the address is known', {
    ...NOBODY,
    offer: 'asked',
    customer: { name: 'Grace', email: 'grace@example.com' },
  }),
  asked: labelled('It is requested', asked),
  taken: labelled('A person has taken over', taken),
  replied: labelled('A person has replied', replied),
  resolved: labelled('It is resolved', resolved),
  rated: labelled('It is resolved and rated', { ...resolved, rating: 5 }),
} satisfies Record<string, VisitorHandover>

const ALL = ['absent', 'assisted', 'offered', 'asking', 'sending', 'underWay', 'writing', 'closed']
const but = (...states: string[]) => ALL.filter((state) => !states.includes(state))

/** The conversation of a member who has begun to type a question. */
const own = {
  conversation: createActor(
    fromTransition((kept) => kept, { draft: 'And abroad?', edited: null }),
    { id: 'conversation' },
  ),
  organizationId: 'o1',
}

export const handoverModel: Model<typeof handoverMachine> = {
  input: own,
  events: ({ context, tags }) => {
    // It is stopped.
    if (context.isLeft && !tags.has('committed')) return []
    return [
      // While a request is in flight, all views are handled alike.
      ...(tags.has('busy') ? [VIEWS.replied, VIEWS.resolved] : Object.values(VIEWS)).map(
        (view) => ({ type: 'handover.read', conversationId: 'c1', view }) as const,
      ),
      labelled('Another conversation is shown', {
        type: 'handover.read',
        conversationId: 'c2',
        view: VIEWS.refused,
      }),
      { type: 'conversation.left' },
      { type: 'question.returned' },
      { type: 'contact.recalled', values: { name: '', email: 'grace@example.com' } },
      { type: 'identity.refused' },
      { type: 'draft.recalled', text: 'Thank you.' },
      // Only an actor that still sends hears it.
      ...(tags.has('committed') ? [{ type: 'view.left' } as const] : []),
      { type: 'typing.received', name: context.typist === null ? 'Ben' : null },
      { type: 'form.opened' },
      { type: 'field.changed', name: 'email', value: 'grace@example.com' },
      { type: 'field.changed', name: 'email', value: 'grace' },
      { type: 'form.submitted' },
      { type: 'form.closed' },
      { type: 'draft.changed', text: 'Thank you.' },
      { type: 'draft.changed', text: '' },
      { type: 'message.submitted' },
      { type: 'request.closed' },
      { type: 'rating.given', rating: 5 },
      { type: 'verdict.given', helped: false },
    ]
  },
  answers: () => ({
    request: [VIEWS.asked, refused, unanswered],
    write: [VIEWS.taken, ...failuresOf('POST /api/v1/share/:id/conversations/:part/handover/messages')],
    saveVerdict: [
      VIEWS.rated,
      VIEWS.helped,
      VIEWS.resolved,
      ...failuresOf('PUT /api/v1/share/:id/conversations/:part/helped'),
    ],
  }),
  sentBy: {
    'handover.read': 'follow',
    'conversation.left': 'follow',
    'question.returned': 'follow',
    'contact.recalled': 'follow',
    'typing.received': 'follow',
    'identity.refused': 'follow',
    'draft.recalled': 'follow',
  },
  unhandled: [
    never(
      ['form.opened'],
      but('offered'),
      'The button that opens the form is shown where a person is offered.',
    ),
    never(['field.changed'], but('asking', 'sending'), 'The form is not on the screen.'),
    never(['form.submitted', 'form.closed'], but('asking', 'sending'), 'The form is not on the screen.'),
    never(
      ['form.submitted', 'form.closed'],
      ['sending'],
      'Both buttons are disabled until the server answers.',
    ),
    never(
      ['draft.changed', 'message.submitted'],
      [...but('underWay', 'writing'), 'underWay.sent', 'underWay.closing'],
      'The composer asks the assistant while no person has taken over.',
    ),
    never(['message.submitted'], ['writing'], 'The button is disabled while a message is sent.'),
    never(['request.closed'], but('underWay'), 'The button is shown while a reply is awaited or there.'),
    never(
      ['request.closed', 'rating.given', 'verdict.given'],
      ['underWay.closing', 'closed.saving', 'assisted.saving'],
      'The buttons are disabled while the press is saved.',
    ),
    never(['rating.given'], but('closed'), 'The stars are shown once it is resolved.'),
    never(['verdict.given'], but('assisted'), 'The question is shown while the assistant answers.'),
  ],
  key: ({ context }) => [
    Object.values(VIEWS).indexOf(context.view as never),
    context.declined,
    context.unproved,
    context.isLeft,
    context.draft === '',
    context.pending?.conversationId === context.conversationId,
    context.values.email,
  ],
}
