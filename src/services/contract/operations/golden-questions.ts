import { Acknowledged } from '../common.ts'
import {
  GoldenQuestion,
  GoldenQuestionList,
  GoldenQuestionPatch,
  GoldenRun,
  GoldenRunList,
  NewGoldenQuestion,
} from '../golden.ts'
import { EXAMPLE_IDS, FAQ } from './examples.ts'
import { operation } from './operation.ts'
import { READ, WRITE } from './phrases.ts'

const TESTS = 'Golden questions test a knowledge base, and change nothing that answers.'

const KNOWN = 'This is already a golden question.'
const FULL = 'The knowledge base has its maximum number.'

/** Golden questions, and the runs that measure them. */
export const goldenQuestions = {
  list: operation('GET /api/v1/knowledge-bases/:id/golden-questions', GoldenQuestionList, {
    summary: 'List the golden questions',
    may: 'read',
    keys: READ,
  }),
  add: operation('POST /api/v1/knowledge-bases/:id/golden-questions', GoldenQuestion, {
    summary: 'Add a golden question',
    description: 'A question and the documents that it should find.',
    may: 'edit',
    keys: WRITE,
    unaudited: TESTS,
    status: 201,
    body: NewGoldenQuestion,
    example: { body: { question: FAQ.question, expected: [{ document_id: EXAMPLE_IDS.document }] } },
    refuses: { 409: `${KNOWN} ${FULL}` },
  }),
  take: operation('POST /api/v1/messages/:id/golden-question', GoldenQuestion, {
    summary: 'Create a golden question from an answer',
    may: 'edit',
    keys: WRITE,
    unaudited: TESTS,
    status: 201,
    refuses: { 409: `The answer has no citations. ${KNOWN} ${FULL}` },
  }),
  change: operation('PATCH /api/v1/golden-questions/:id', GoldenQuestion, {
    summary: 'Update a golden question',
    may: 'edit',
    keys: WRITE,
    unaudited: TESTS,
    body: GoldenQuestionPatch,
    example: { body: { question: 'Until when can shoes be returned?' } },
    refuses: { 409: KNOWN },
  }),
  remove: operation('DELETE /api/v1/golden-questions/:id', Acknowledged, {
    summary: 'Delete a golden question',
    may: 'edit',
    keys: WRITE,
    unaudited: TESTS,
  }),
  runs: operation('GET /api/v1/knowledge-bases/:id/golden-runs', GoldenRunList, {
    summary: 'List the results of earlier runs',
    may: 'read',
    keys: READ,
  }),
  run: operation('POST /api/v1/knowledge-bases/:id/golden-runs', GoldenRun, {
    summary: 'Run all golden questions',
    may: 'edit',
    keys: WRITE,
    unaudited: TESTS,
    status: 202,
    refuses: { 409: 'A run is in progress, or there are no questions.' },
  }),
}
