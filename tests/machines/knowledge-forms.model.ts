import { changeReadersMachine } from '../../src/machines/knowledge/change-readers.machine.ts'
import {
  editPassageMachine,
  renameDocumentMachine,
  writeFaqMachine,
  writeTextMachine,
} from '../../src/machines/knowledge/document-forms.machine.ts'
import { writeGoldenMachine } from '../../src/machines/knowledge/golden.machine.ts'
import type { importFaqMachine } from '../../src/machines/knowledge/import-faq.machine.ts'
import type { FaqImport } from '../../src/services/contract/faq-import.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { modelOfForm } from './form.model.ts'
import { failuresOf } from './refusals.ts'
import { document, goldenQuestion, searchHit } from './samples.ts'

export const editPassageModel = modelOfForm({
  machine: editPassageMachine,
  valid: { content: 'We open at nine.' },
  invalid: { content: ' ' },
  field: 'content',
  output: searchHit('p1').passage,
})

export const renameDocumentModel = modelOfForm({
  machine: renameDocumentMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: document('d1'),
})

export const writeFaqModel = modelOfForm({
  machine: writeFaqMachine,
  valid: { question: 'When do you open?', answer: 'At nine.' },
  invalid: { question: 'When do you open?', answer: ' ' },
  field: 'question',
  output: document('d1'),
})

export const writeTextModel = modelOfForm({
  machine: writeTextMachine,
  valid: { name: 'Hours', text: 'We open at nine.' },
  invalid: { name: 'Hours', text: ' ' },
  field: 'name',
  output: document('d1'),
})

export const writeGoldenModel = modelOfForm({
  machine: writeGoldenMachine,
  valid: { question: 'When do you open?', documentId: 'd1' },
  invalid: { question: ' ', documentId: 'd1' },
  field: 'question',
  output: goldenQuestion('g1'),
})

const report: FaqImport = {
  added: 1,
  first: [{ question: 'When do you open?', answer: 'At nine.' }],
  skipped_total: 1,
  skipped: [{ row: 3, question: 'Where?', reason: 'no_answer' }],
}

export const importFaqModel: Model<typeof importFaqMachine> = {
  events: () => [
    { type: 'import.opened', knowledgeBaseId: 'k1' },
    { type: 'file.chosen', file: { name: 'faq.csv' } },
    { type: 'approval.changed', approved: true },
    { type: 'import.confirmed' },
    { type: 'import.closed' },
  ],
  answers: () => ({
    preview: [
      report,
      { ...report, added: 0, first: [] },
      ...failuresOf('POST /api/v1/knowledge-bases/:id/faq/import'),
    ],
    importPairs: [report, ...failuresOf('POST /api/v1/knowledge-bases/:id/faq/import')],
  }),
  unhandled: [
    never(
      ['import.opened'],
      ['choosing', 'reading', 'previewed', 'importing', 'imported'],
      'The dialog lies over what opens it.',
    ),
    never(['file.chosen', 'approval.changed', 'import.confirmed'], ['closed'], 'The dialog is not shown.'),
    harmless(['import.closed'], ['closed'], 'It is closed already.'),
    never(
      ['approval.changed', 'import.confirmed'],
      ['choosing', 'reading', 'imported'],
      'They are not shown.',
    ),
    harmless(['file.chosen'], ['reading'], 'The file before is read; another one can be chosen then.'),
    harmless(
      ['file.chosen', 'approval.changed', 'import.confirmed', 'import.closed'],
      ['importing'],
      'S2.42: while submitting, nothing can be changed or closed.',
    ),
    never(['file.chosen'], ['imported'], 'The field is not shown.'),
  ],
  key: ({ context }) => [context.approved, context.report?.added, context.error !== null],
}

const values = {
  of: 'base',
  id: 'k1',
  document_ids: [],
  name: 'Salaries',
  access: 'named',
  group_ids: [],
}

export const changeReadersModel = modelOfForm({
  machine: changeReadersMachine,
  valid: { ...values, user_ids: ['u1'] },
  invalid: { ...values, user_ids: [] },
  field: 'user_ids',
  output: {},
})
