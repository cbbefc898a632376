import type { improveAnswerMachine } from '../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import type { ImproveSubject } from '../../src/machines/assistants/improve-answer/improve-answer.setup.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { citation, message, searchHit } from './samples.ts'

const after = message('a2', {
  answered: true,
  content: 'Yes, within a week. [1]',
  citations: [citation(1, 'd1')],
})

/** An answer, and a question that found none. */
const subjects: readonly ImproveSubject[] = [
  {
    organizationId: 'o1',
    integrationId: 'i1',
    question: 'Do you ship to Norway?',
    before: message('a1', {
      status: 'complete',
      answered: true,
      content: 'We ship. [1]',
      citations: [citation(1)],
    }),
    gapIds: [],
    config: 'published',
  },
  {
    organizationId: 'o1',
    integrationId: 'i1',
    question: 'Do you ship to Norway?',
    before: null,
    gapIds: ['a1'],
    config: 'draft',
  },
]

const OUTCOMES = ['filled', 'improved', 'answeredOtherwise', 'stillOpen'].map((state) => `open.${state}`)
const UNDER_WAY = ['open.indexing', 'open.asking', 'open.settling']

export const improveAnswerModel: Model<typeof improveAnswerMachine> = {
  events: () => [
    ...subjects.map((subject) =>
      labelled(`${subject.before ? 'An answer' : 'A question without an answer'} is to be improved`, {
        type: 'improving.opened',
        subject,
        knowledgeBaseId: 'k1',
      }),
    ),
    { type: 'way.chosen', way: 'pair' },
    { type: 'way.chosen', way: 'passage' },
    { type: 'way.chosen', way: 'text' },
    { type: 'field.changed', name: 'answer', value: 'Yes, within a week.' },
    { type: 'field.changed', name: 'answer', value: ' ' },
    { type: 'field.changed', name: 'hit', value: searchHit('p1') },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    { type: 'writing.resumed' },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    save: [{ documentId: 'd1' }, ...failuresOf('POST /api/v1/knowledge-bases/:id/faq')],
    awaitReady: [
      undefined,
      Object.assign(new Error(), { detail: 'It could not be read.' }),
      ...failuresOf('GET /api/v1/documents/:id'),
    ],
    askAgain: [
      labelled('The answer has sources', after),
      labelled('The answer has a sentence without a source', {
        ...after,
        unsupported: [{ start: 0, end: 19 }],
      }),
      labelled(
        'There is no answer',
        message('a2', { answered: false, content: 'The documents do not say.' }),
      ),
      ...failuresOf('POST /api/v1/integrations/:id/ask'),
    ],
    closeGap: [undefined, ...failuresOf('PATCH /api/v1/organizations/:organizationId/gaps')],
  }),
  unhandled: [
    never(['improving.opened'], ['open'], 'The dialog lies over what opens it.'),
    never(
      ['way.chosen', 'field.changed', 'form.submitted'],
      ['closed', ...UNDER_WAY, ...OUTCOMES, 'open.failed', 'open.unsettled', 'open.refused'],
      'The form is not on the screen: it is there while something is written and saved.',
    ),
    harmless(
      ['way.chosen'],
      ['open.saving'],
      'What is being saved was chosen; a failure leads back to the choice.',
    ),
    harmless(
      ['form.submitted'],
      ['open.saving'],
      'The same submit is under way, and is not to be sent twice.',
    ),
    harmless(['form.closed'], ['closed'], 'It is closed already.'),
    harmless(
      ['form.closed'],
      ['open.saving', 'open.settling'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
    never(
      ['writing.resumed', 'retry.requested'],
      ['closed', 'open.writing', 'open.saving', ...UNDER_WAY],
      'Going on is offered where the machine takes the event.',
    ),
    never(
      ['retry.requested'],
      [...OUTCOMES, 'open.refused'],
      'Trying again is offered where the machine takes the event.',
    ),
  ],
  key: ({ context: { subject, way, values, stored, error, fieldErrors, after } }) => [
    subject && [subject.before !== null, subject.gapIds.length > 0],
    way,
    values.answer.trim() !== '',
    values.hit !== null,
    values.answer === stored.answer && values.hit === stored.hit,
    error !== null,
    Object.keys(fieldErrors),
    after,
  ],
}
