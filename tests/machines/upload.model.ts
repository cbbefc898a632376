import type { uploadMachine } from '../../src/machines/knowledge/upload.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { document } from './samples.ts'

const files = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.pdf`, size: 1000 }))

export const REFUSED = {
  name: 'x.exe',
  document: null,
  error: { detail: 'Not a document.', code: 'unsupported_type' },
}

export const UNCHANGED_FILE = {
  name: 'y.pdf',
  document: null,
  error: { detail: 'It is there already.', code: 'duplicate' },
}

export const NAMESAKE = {
  name: '1.pdf',
  index: 1,
  document: null,
  error: { detail: '', code: 'same_name' },
}

export const uploadModel: Model<typeof uploadMachine> = {
  input: { knowledgeBaseId: 'k1', name: 'Help' },
  events: ({ context }) => [
    labelled('The dialog is closed without a file', { type: 'files.chosen', files: [] }),
    ...(context.waiting.length < 60
      ? [labelled('51 files are dropped', { type: 'files.chosen', files: files(51) })]
      : []),
    labelled('Half of it is sent', { type: 'upload.progressed', progress: 0.5 }),
    {
      type: 'upload.answered',
      results: [{ name: '0.pdf', document: document('d1'), error: null }, REFUSED, UNCHANGED_FILE],
    },
    labelled('Another file has the name of a document', { type: 'upload.answered', results: [NAMESAKE] }),
    labelled('The documents are replaced', { type: 'namesakes.decided', sameName: 'replace' }),
    labelled('Both are kept', { type: 'namesakes.decided', sameName: 'keep' }),
    labelled('A file that is too large and one that cannot be opened are dropped', {
      type: 'files.chosen',
      files: [
        { name: 'film.pdf', size: 25 * 1024 * 1024 },
        { name: 'locked.pdf', size: 0, isUnreadable: true },
      ],
    }),
    labelled('The connection breaks', { type: 'upload.failed', error: new Error('offline') }),
    labelled('The role was taken away', {
      type: 'upload.failed',
      error: { status: 403, detail: 'Your role does not allow this.' },
    }),
    labelled('The connection is back', { type: 'line.returned' }),
    labelled('The person cancels', { type: 'upload.cancelled' }),
    labelled('They try again', { type: 'retry.requested' }),
    labelled('The report is put away', { type: 'report.dismissed' }),
  ],
  unhandled: [
    never(
      ['upload.cancelled'],
      ['idle', 'asking', 'reported', 'failed'],
      'Cancel is shown while files are sent.',
    ),
    never(['report.dismissed'], ['idle', 'sending'], 'The report is not on the screen.'),
    never(
      ['retry.requested'],
      ['idle', 'sending', 'asking', 'reported'],
      'Try Again is shown where sending failed.',
    ),
    never(['namesakes.decided'], ['idle', 'sending', 'reported', 'failed'], 'Nobody is asked there.'),
  ],
  key: ({ context }) => [
    context.waiting.length > 0,
    context.sending.length > 0,
    context.namesakes.length > 0,
    context.error !== null,
  ],
  sentBy: {
    'upload.progressed': 'sendFiles',
    'upload.answered': 'sendFiles',
    'upload.failed': 'sendFiles',
    'line.returned': 'awaitLine',
  },
}
