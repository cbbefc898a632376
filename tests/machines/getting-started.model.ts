import type { gettingStartedMachine } from '../../src/machines/shell/getting-started.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

const knowledgeBase = { id: 'k1', name: 'Documents' }
const assistant = { id: 'i1', name: 'Assistant' }
const nothing = { knowledgeBase: null, documents: 0, unread: 0, assistant: null, questions: 0 }

/** An organization step by step; what was deleted leads back. */
export const PROGRESS = [
  labelled('Nothing is there', nothing),
  labelled('A knowledge base is empty', { ...nothing, knowledgeBase }),
  labelled('Documents are there', { ...nothing, knowledgeBase, documents: 2, unread: 1 }),
  labelled('An assistant is there', { ...nothing, knowledgeBase, documents: 2, assistant }),
  labelled('A question was asked', { ...nothing, knowledgeBase, documents: 2, assistant, questions: 1 }),
]
export const FILES = [{ name: 'Returns policy.pdf', size: 12 }]

const LATER = ['creating', 'asking', 'finished']

export const gettingStartedModel: Model<typeof gettingStartedMachine> = {
  input: { organizationId: 'o1' },
  events: (snapshot) => [
    ...PROGRESS.map((progress) => ({ type: 'progress.read', progress })),
    { type: 'files.chosen', files: FILES },
    { type: 'files.chosen', files: [] },
    { type: 'sample.requested' },
    // Only an actor that still sends hears it.
    ...(snapshot.hasTag('committed') ? [{ type: 'view.left' } as const] : []),
  ],
  answers: () => ({
    createKnowledgeBase: [
      { knowledgeBaseId: 'k1', name: 'Documents' },
      ...failuresOf('POST /api/v1/organizations/:organizationId/knowledge-bases'),
    ],
    addSample: ['i1', ...failuresOf('POST /api/v1/organizations/:organizationId/integrations')],
  }),
  unhandled: [
    never(
      ['files.chosen', 'sample.requested'],
      ['reading', ...LATER],
      'Files and the sample are offered where the first step is next.',
    ),
    harmless(
      ['files.chosen', 'sample.requested'],
      ['creatingKnowledgeBase', 'addingSample'],
      'Something is being added already; the buttons are locked meanwhile.',
    ),
  ],
  key: ({ context }) => [context.progress, context.error, context.files.length, context.isLeft],
}
