import type { ActorRefFrom } from 'xstate'
import { type Holding, noFiles, uploadSetup } from './upload.setup.ts'

/** Files would be lost. */
const holdsTab = {
  id: 'holdTab',
  src: 'holdTab',
  input: ({ self }: { self: Holding['upload'] }) => ({ upload: self }),
} as const

/**
 * Uploads files to a knowledge base, with a result for each file: a refused file does not affect the others.
 * Continues while another screen or organization is shown.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  description: 'Uploads files to a knowledge base.',
  context: ({ input }) => ({ ...noFiles, ...input }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Files can be dropped or chosen.',
      on: {
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'deciding',
          actions: { type: 'addFiles', params: ({ event }) => event },
        },
      },
    },
    sending: {
      description: 'A bar shows how much has been sent; further files wait their turn.',
      tags: 'busy',
      entry: ['forgetError', 'takeBatch'],
      invoke: [
        {
          id: 'sendFiles',
          src: 'sendFiles',
          input: ({ context: { knowledgeBaseId, sending, sent } }) => ({
            knowledgeBaseId,
            files: sending.map(({ file }) => file),
            earlier: sent,
            sameName: sending[0]?.sameName ?? 'ask',
          }),
        },
        holdsTab,
      ],
      on: {
        'files.chosen': { actions: { type: 'addFiles', params: ({ event }) => event } },
        'upload.progressed': { actions: { type: 'rememberProgress', params: ({ event }) => event } },
        'upload.answered': {
          target: 'deciding',
          actions: ['forgetInterruptions', { type: 'rememberResults', params: ({ event }) => event }],
        },
        'upload.failed': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'failed.refused',
            actions: ['putBack', { type: 'rememberError', params: ({ event }) => event }],
          },
          {
            target: 'failed.interrupted',
            actions: [
              'putBack',
              'countInterruption',
              { type: 'rememberError', params: ({ event }) => event },
            ],
          },
        ],
        'upload.cancelled': { target: 'idle', actions: 'forgetAll' },
      },
    },
    deciding: {
      description: 'Files dropped during this are sent next; one that cannot be sent holds up no other.',
      always: [
        { guard: 'hasWaiting', target: 'sending' },
        { guard: 'hasNamesakes', target: 'asking' },
        { target: 'reported' },
      ],
    },
    asking: {
      description:
        'Some files have the names of documents. They wait until somebody says whether to replace those or to keep both.',
      tags: 'report',
      invoke: holdsTab,
      on: {
        'namesakes.decided': {
          target: 'sending',
          actions: { type: 'decideNamesakes', params: ({ event }) => event },
        },
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'deciding',
          actions: { type: 'addFiles', params: ({ event }) => event },
        },
        'report.dismissed': { target: 'idle', actions: 'forgetAll' },
      },
    },
    reported: {
      description:
        'How many files of the drop were accepted, how many were there already, and each refused file with its reason.',
      tags: 'report',
      on: {
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'deciding',
          actions: ['beginReport', { type: 'addFiles', params: ({ event }) => event }],
        },
        'report.dismissed': { target: 'idle', actions: 'forgetAll' },
      },
    },
    failed: {
      description: 'The request did not arrive or was refused; the files are kept, and the report goes on.',
      tags: 'report',
      invoke: holdsTab,
      initial: 'interrupted',
      on: {
        'retry.requested': 'sending',
        'files.chosen': {
          guard: { type: 'hasFiles', params: ({ event }) => event },
          target: 'sending',
          actions: { type: 'addFiles', params: ({ event }) => event },
        },
        'report.dismissed': { target: 'idle', actions: 'forgetAll' },
      },
      states: {
        refused: { description: 'The server refused the request: somebody has to try again.' },
        interrupted: {
          description: 'The upload goes on by itself.',
          invoke: {
            id: 'awaitLine',
            src: 'awaitLine',
            input: ({ context: { interruptions } }) => ({ interruptions }),
          },
          on: { 'line.returned': '#upload.sending' },
        },
      },
    },
  },
})

export type UploadRef = ActorRefFrom<typeof uploadMachine>
