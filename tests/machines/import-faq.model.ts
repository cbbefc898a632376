import type { importFaqMachine } from '../../src/machines/knowledge/import-faq.machine.ts'
import type { FaqImport } from '../../src/services/contract/faq-import.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

export const report: FaqImport = {
  added: 1,
  first: [{ question: 'When do you open?', answer: 'At nine.' }],
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
