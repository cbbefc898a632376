import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  type AssistantValues,
  assistantSettingsMachine,
} from '../../src/machines/assistants/assistant-settings.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { assistantSettingsModel, SAVED } from './assistant-settings.model.ts'

describeModel({
  name: 'assistantSettings',
  machine: assistantSettingsMachine,
  model: assistantSettingsModel,
  rig: (world) => ({
    oracles: {
      'assistantSettings.unchanged': () => {
        expect([...world.children.keys()]).toEqual([])
        expect(world.snapshot().can({ type: 'form.submitted' })).toBe(false)
      },
      'assistantSettings.changed': () => expect(world.children.has('blockLeaving')).toBe(true),
      'assistantSettings.changed.saving': () =>
        expect(world.children.get('save')?.input).toMatchObject({
          id: 'i1',
          changes: { name: world.snapshot().context.sent.name },
        }),
    },
  }),
})

describe('settings that are saved', () => {
  it('include the order of the starter questions', () => {
    const values = { ...SAVED, starter_questions: ['How long?', 'How much?'] }
    const form = createActor(
      assistantSettingsMachine.provide({ actors: { blockLeaving: fromCallback(() => {}) } }),
      { input: { id: 'i1', values } },
    ).start()
    form.send({ type: 'field.changed', name: 'starter_questions', value: ['How much?', 'How long?'] })
    expect(form.getSnapshot().matches('changed')).toBe(true)
  })

  it('send only changed fields, and name them in the toast', async () => {
    const toasts: string[] = []
    let sent: unknown
    const form = createActor(
      assistantSettingsMachine.provide({
        actors: {
          blockLeaving: fromCallback(() => {}),
          save: fromPromise(
            async ({ input }: { input: { id: string; changes: Partial<AssistantValues> } }) => {
              sent = input.changes
              return { ...SAVED, ...input.changes }
            },
          ),
        },
        actions: { showToast: (_, { message }) => void toasts.push(message) },
      }),
      { input: { id: 'i1', values: SAVED } },
    ).start()
    const change = (name: string, value: unknown) => form.send({ type: 'field.changed', name, value })
    change('knowledge_base_ids', ['k2', 'k1'])
    expect(form.getSnapshot().value).toBe('unchanged')
    change('welcome_message', 'Good morning')
    change('knowledge_base_ids', ['k2'])
    form.send({ type: 'form.submitted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toEqual({ welcome_message: 'Good morning', knowledge_base_ids: ['k2'] })
    expect(toasts).toEqual(['Saved: welcome message and knowledge bases.'])
    expect(form.getSnapshot().value).toBe('unchanged')
  })
})

it('an invalid colour is refused beside its field', () => {
  const form = createActor(
    assistantSettingsMachine.provide({ actors: { blockLeaving: fromCallback(() => {}) } }),
    { input: { id: 'i1', values: SAVED } },
  ).start()
  const change = (value: string) => form.send({ type: 'field.changed', name: 'color', value })
  change('#FFD40')
  form.send({ type: 'form.submitted' })
  expect(form.getSnapshot()).toMatchObject({
    value: { changed: 'editing' },
    context: { fieldErrors: { color: 'Enter a colour such as #1F6650.' } },
  })
})
