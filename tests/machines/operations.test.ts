import { expect, it } from 'vitest'
import { type AnyStateMachine, createActor, fromPromise } from 'xstate'
import { describeModel } from '../harness/model/describe-model.ts'
import * as models from './confirmation.model.ts'
import {
  documentFileModel,
  downloadModel,
  goldenRunModel,
  operationModel,
  takeGoldenModel,
  webSourcesModel,
} from './operation.model.ts'

describeModel(operationModel)
describeModel(downloadModel)
describeModel(takeGoldenModel)
describeModel(goldenRunModel)
describeModel(webSourcesModel)
describeModel(documentFileModel)

const document = { id: 'd1', name: 'Returns.pdf' }
const done = () => Promise.resolve()
const unanswered = () => Promise.reject(new Error('offline'))
const refused = () => Promise.reject(Object.assign(new Error('refused'), { detail: 'Too large.' }))

/** The toasts of an operation that is asked for once. */
async function toastsOf(machine: AnyStateMachine, run: () => Promise<void>, request: object) {
  const toasts: unknown[] = []
  const actor = createActor(
    machine.provide({
      actors: { run: fromPromise(run) },
      actions: {
        refresh: () => {},
        showToast: (_: unknown, toast: unknown) => void toasts.push(toast),
      },
    }),
  ).start()
  actor.send({ type: 'operation.requested', request })
  await new Promise((resolve) => setImmediate(resolve))
  return toasts
}

it.each([
  [takeGoldenModel, done, 'success', 'Saved as a golden question.'],
  [takeGoldenModel, unanswered, 'error', 'The golden question could not be saved. Please try again.'],
  [goldenRunModel, unanswered, 'error', 'The questions could not be asked. Please try again.'],
  [downloadModel, unanswered, 'error', 'The file could not be created. Please try again.'],
  [webSourcesModel, refused, 'error', 'Too large.'],
  [documentFileModel, refused, 'error', '“Returns.pdf”: Too large.'],
  [
    documentFileModel,
    unanswered,
    'error',
    '“Returns.pdf”: The file could not be transferred. Please try again.',
  ],
] as const)('an operation says how it ended: $0.name, $2', async ({ machine }, run, type, message) => {
  expect(await toastsOf(machine, run, { document })).toEqual([{ type, message }])
})

it('a download that is done says nothing: the browser shows the file', async () => {
  expect(await toastsOf(downloadModel.machine, done, {})).toEqual([])
})

for (const model of Object.values(models)) if ('machine' in model) describeModel(model)
