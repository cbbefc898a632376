import { expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { createOrganizationMachine } from '../../src/machines/organizations/create-organization.machine.ts'
import type { ToastRequest } from '../../src/machines/shell/toasts/toasts.types.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { CREATED, createOrganizationModel, refused } from './form.model.ts'

/** [S2.42] [S2.43] [S4.3] */
describeModel(createOrganizationModel)

const blankDialog = { values: { name: '', description: '' }, fieldErrors: {}, error: null, refusals: 0 }

it.each([
  [() => Promise.resolve(CREATED), 'success', 'Organization created successfully'],
  [() => Promise.reject(new Error('no answer')), 'error', 'Failed to create organization'],
  [() => Promise.reject(refused), 'error', 'This name is taken.'],
] as const)(
  '[S8.5] [S4.5] one toast shows the progress and then the result: %3$s',
  async (create, type, message) => {
    const toasts: ToastRequest[] = []
    const dialog = createActor(
      createOrganizationMachine.provide({
        actors: { submit: fromPromise(create) },
        actions: { showToast: (_, toast) => void toasts.push(toast), finish: () => {} },
      }),
    ).start()
    dialog.send({ type: 'form.opened' })
    dialog.send({ type: 'field.changed', name: 'name', value: 'Northwind' })
    dialog.send({ type: 'form.submitted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(toasts).toEqual([
      { id: 'createOrganization', type: 'loading', message: 'Creating organization...' },
      { id: 'createOrganization', type, message },
    ])
    // A refusal stands in the red box as well.
    expect(dialog.getSnapshot().context).toMatchObject({
      fieldErrors: {},
      error: type === 'error' ? message : null,
    })
  },
)

it('[S4.4] [spec 2] emits the created organization once, and closes', async () => {
  const finished: unknown[] = []
  const told: unknown[] = []
  const dialog = createActor(
    createOrganizationMachine.provide({
      actors: { submit: fromPromise(() => Promise.resolve(CREATED)) },
      actions: { showToast: () => {}, finish: (_, { output }) => void finished.push(output) },
    }),
  ).start()
  dialog.on('form.accepted', ({ output }) => void told.push(output))
  dialog.send({ type: 'form.opened', values: { name: 'Northwind' } })
  dialog.send({ type: 'form.submitted' })
  await new Promise((resolve) => setImmediate(resolve))
  expect([finished, told]).toEqual([[CREATED], [CREATED]])
  expect(dialog.getSnapshot().value).toBe('closed')
  expect(dialog.getSnapshot().context).toMatchObject(blankDialog)
})

it('[S5.6] [S2.43] a blank submit silently does nothing, and closing clears the form', () => {
  const dialog = createActor(createOrganizationMachine).start()
  dialog.send({ type: 'form.opened' })
  dialog.send({ type: 'field.changed', name: 'name', value: '   ' })
  dialog.send({ type: 'form.submitted' })
  expect(dialog.getSnapshot().value).toBe('editing')
  expect(dialog.getSnapshot().context).toMatchObject({ fieldErrors: {}, error: null, refusals: 0 })
  dialog.send({ type: 'form.closed' })
  expect(dialog.getSnapshot().context).toMatchObject(blankDialog)
})
