import { expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { formMachine } from '../../src/machines/shared/form/form.machine.ts'
import { typedTextMachine } from '../../src/machines/shell/typed-text.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { typedTextModel } from './shell.model.ts'

/** [37.8] [S2.42] */
describeModel({
  name: 'typed-text',
  machine: typedTextMachine,
  model: typedTextModel,
  rig: (world) => ({
    oracles: {
      'typedText.closed': () => expect(world.children.has('holdLeaving')).toBe(false),
      'typedText.untouched': () => expect(world.children.has('holdLeaving')).toBe(false),
      'typedText.typed.held': () => expect(world.children.has('holdLeaving')).toBe(true),
      'typedText.typed.sent': () => expect(world.children.has('holdLeaving')).toBe(false),
      'typedText.typed.overHeldPage': () => expect(world.children.has('holdLeaving')).toBe(false),
    },
  }),
})

it('[37.8] [S2.42] follows its form: what is typed is kept until it is taken back or the form has closed', () => {
  const form = createActor(formMachine).start()
  const text = createActor(typedTextMachine.provide({ actors: { holdLeaving: fromCallback(() => {}) } }), {
    input: { form },
  }).start()
  const isKept = () => text.getSnapshot().hasTag('typed')
  const typed = (value: string) => form.send({ type: 'field.changed', name: 'name', value })

  form.send({ type: 'form.opened', values: { name: 'North' } })
  expect(isKept()).toBe(false)
  typed('Northwind')
  expect(isKept()).toBe(true)
  typed('North')
  expect(isKept()).toBe(false)
  typed('Northwind')
  form.send({ type: 'form.closed' })
  expect(isKept()).toBe(false)
  form.send({ type: 'form.opened', values: { name: 'South' } })
  expect(isKept()).toBe(false)
})
