import { expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { createOrganizationMachine } from '../../src/machines/create-organization/create-organization.machine.ts'
import type { ToastRequest } from '../../src/machines/toast-request.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { CREATED, createOrganizationModel } from './create-organization.model.ts'

/** [S2.42] [S2.43] [S4.3] [S4.4] [S5.6] [S8.5] */
describeModel({
  name: 'createOrganization',
  machine: createOrganizationMachine,
  model: createOrganizationModel,
  rig: (world) => ({
    oracles: {
      'createOrganization.closed': () => {
        expect(world.snapshot().context).toEqual({ name: '', description: '', error: null })
        // The callback and the event of the window come together, once each (S4.4).
        const announced = world.effects.filter(({ name }) => name === 'announce')
        expect(world.emitted).toEqual(
          announced.map(({ params }) => ({ type: 'organization.created', ...(params as object) })),
        )
      },
      'createOrganization.submitting': () => {
        expect(world.children.get('createOrganization')?.input).toEqual({
          name: 'Northwind',
          description: '',
          settings: {},
        })
        expect(world.effects.at(-1)).toEqual({
          name: 'showToast',
          params: { id: 'create-organization', type: 'loading', message: 'Creating organization...' },
        })
      },
      'createOrganization.editing': () => {
        const { error } = world.snapshot().context
        if (error === null) return
        expect(['Failed to create organization', 'You have reached the limit.']).toContain(error)
        expect(world.effects).toContainEqual({
          name: 'showToast',
          params: { id: 'create-organization', type: 'error', message: error },
        })
        expect(world.effects).not.toContainEqual({ name: 'announce', params: { organization: CREATED } })
      },
    },
  }),
})

it.each([
  [() => Promise.resolve(CREATED), 'success', 'Organization created successfully'],
  [() => Promise.reject(new Error('no answer')), 'error', 'Failed to create organization'],
] as const)(
  '[S8.5] [S4.5] one toast says that it is being created, and how that ended',
  async (create, type, message) => {
    const toasts: ToastRequest[] = []
    const dialog = createActor(
      createOrganizationMachine.provide({
        actors: { createOrganization: fromPromise(create) },
        actions: { showToast: (_, toast) => void toasts.push(toast), enter: () => {}, announce: () => {} },
      }),
    ).start()
    dialog.send({ type: 'dialog.opened' })
    dialog.send({ type: 'field.changed', name: 'name', value: 'Northwind' })
    dialog.send({ type: 'form.submitted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(toasts).toEqual([
      { id: 'create-organization', type: 'loading', message: 'Creating organization...' },
      { id: 'create-organization', type, message },
    ])
  },
)
