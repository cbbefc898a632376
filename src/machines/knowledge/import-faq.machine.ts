import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { FaqImport } from '../../services/contract/faq-import.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'

interface ImportFaqContext {
  readonly knowledgeBaseId: string
  readonly file: File | null
  /** Assistants read them at once; otherwise they are drafts. */
  readonly approved: boolean
  /** First the preview of the import, then its result. */
  readonly report: FaqImport | null
  readonly error: string | null
}

type ImportFaqEvent =
  | { type: 'import.opened'; knowledgeBaseId: string }
  | { type: 'file.chosen'; file: File }
  | { type: 'approval.changed'; approved: boolean }
  | { type: 'import.confirmed' }
  | { type: 'import.closed' }

interface Sent {
  readonly knowledgeBaseId: string
  readonly file: File
  readonly approved: boolean
}

/** Imports questions and answers from a CSV file; a preview is shown before anything is stored. */
export const importFaqMachine = setup({
  types: {} as {
    context: ImportFaqContext
    events: ImportFaqEvent
    tags: 'open' | 'busy'
    children: { preview: 'preview'; importPairs: 'importPairs' }
  },
  actors: {
    preview: fromPromise<FaqImport, Omit<Sent, 'approved'>>(notProvided('preview')),
    importPairs: fromPromise<FaqImport, Sent>(notProvided('importPairs')),
  },
  guards: { hasPairs: ({ context }) => (context.report?.added ?? 0) > 0 },
  actions: {
    refreshDocuments: actionNotProvided('refreshDocuments'),
    begin: assign((_, { knowledgeBaseId }: { knowledgeBaseId: string }) => ({
      knowledgeBaseId,
      file: null,
      approved: false,
      report: null,
      error: null,
    })),
    takeFile: assign({ file: (_, { file }: { file: File }) => file, report: null, error: null }),
    changeApproval: assign({ approved: (_, { approved }: { approved: boolean }) => approved }),
    take: assign({ report: (_, { report }: { report: FaqImport }) => report, error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) => {
        const { fields, message } = failureOf(error, t('The file could not be read. Please try again.'))
        return fields.file ?? message
      },
    }),
  },
}).createMachine({
  id: 'importFaq',
  description: 'Questions with their answers from a CSV file.',
  context: { knowledgeBaseId: '', file: null, approved: false, report: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing is shown.',
      on: {
        'import.opened': {
          target: 'choosing',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    choosing: {
      description: 'The person chooses a file.',
      tags: 'open',
      on: {
        'file.chosen': { target: 'reading', actions: { type: 'takeFile', params: ({ event }) => event } },
        'import.closed': 'closed',
      },
    },
    reading: {
      description: 'The server lists the content of the file and stores nothing.',
      tags: ['open', 'busy'],
      on: { 'import.closed': 'closed' },
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { knowledgeBaseId, file } }) => ({ knowledgeBaseId, file: file! }),
        onDone: {
          target: 'previewed',
          actions: { type: 'take', params: ({ event }) => ({ report: event.output }) },
        },
        onError: { target: 'choosing', actions: remembersError },
      },
    },
    previewed: {
      description: 'How many pairs would be stored, and why others would not; another file can be chosen.',
      tags: 'open',
      on: {
        'file.chosen': { target: 'reading', actions: { type: 'takeFile', params: ({ event }) => event } },
        'approval.changed': { actions: { type: 'changeApproval', params: ({ event }) => event } },
        'import.confirmed': { guard: 'hasPairs', target: 'importing' },
        'import.closed': 'closed',
      },
    },
    importing: {
      description: 'The pairs are stored; the dialog stays.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'importPairs',
        src: 'importPairs',
        input: ({ context: { knowledgeBaseId, file, approved } }) => ({
          knowledgeBaseId,
          file: file!,
          approved,
        }),
        onDone: {
          target: 'imported',
          actions: ['refreshDocuments', { type: 'take', params: ({ event }) => ({ report: event.output }) }],
        },
        onError: { target: 'previewed', actions: ['refreshDocuments', remembersError] },
      },
    },
    imported: {
      description: 'How many pairs were stored.',
      tags: 'open',
      on: { 'import.closed': 'closed' },
    },
  },
})

export type ImportFaqRef = ActorRefFrom<typeof importFaqMachine>
