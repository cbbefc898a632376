import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { documentFileMachine } from '../../src/machines/knowledge/document-file.machine.ts'
import { goldenRunMachine, takeGoldenMachine } from '../../src/machines/knowledge/golden.machine.ts'
import { webSourcesMachine } from '../../src/machines/knowledge/web-sources.machine.ts'
import { operationMachine } from '../../src/machines/shared/operation.machine.ts'
import { downloadMachine } from '../../src/machines/shell/download.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

const refused = labelled(
  'The server refuses it, with a reason',
  Object.assign(new Error('refused'), { detail: 'It was changed by somebody else.' }),
)

export interface OperationModel extends ModelDescription<AnyStateMachine> {
  readonly model: Model<AnyStateMachine>
}

/** Every operation is the same statechart: one model with the requests of each. */
export const modelOfOperation = (machine: AnyStateMachine, requests: readonly object[]): OperationModel => ({
  name: machine.id,
  machine,
  model: {
    events: () => requests.map((request) => ({ type: 'operation.requested', request })),
    answers: () => ({ run: [undefined, refused, unanswered] }),
    unhandled: [
      harmless(['operation.requested'], ['running'], 'One at a time: the view disables what asks for it.'),
    ],
    key: ({ context }) => context.request,
  },
  rig: (world) => ({
    oracles: {
      [`${machine.id}.idle`]: () => {
        expect(world.snapshot().context.request).toBeNull()
        const failures = world.effects.filter(
          ({ params }) => (params as { type?: string } | undefined)?.type === 'error',
        )
        for (const { params } of failures) expect((params as { message: string }).message).not.toBe('')
      },
      [`${machine.id}.running`]: () =>
        expect(world.children.get('run')?.input).toEqual({ request: world.snapshot().context.request }),
    },
  }),
})

/** The chart itself. */
export const operationModel = modelOfOperation(operationMachine, [{ id: 'o1' }])

export const goldenRunModel = modelOfOperation(goldenRunMachine, [{ knowledgeBaseId: 'k1' }])

export const takeGoldenModel = modelOfOperation(takeGoldenMachine, [{ kind: 'answer', messageId: 'm1' }])

export const webSourcesModel = modelOfOperation(webSourcesMachine, [
  { id: 's1', action: 'read' },
  { id: 's1', action: 'removeMissing' },
  { id: 's1', action: 'refresh', refresh: 'daily' },
])

export const downloadModel = modelOfOperation(downloadMachine, [
  { scope: { integrationId: 'i1' }, filter: { rating: 'down' }, format: 'csv' },
])

const document = { id: 'd1', name: 'Returns.pdf' }

export const documentFileModel = modelOfOperation(documentFileMachine, [
  { kind: 'download', document },
  { kind: 'replace', document, file: { name: 'Returns 2.pdf', size: 1000 } },
])
