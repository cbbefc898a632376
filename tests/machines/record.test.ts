import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  type AssistantValues,
  assistantSettingsMachine,
} from '../../src/machines/assistants/assistant-settings.machine.ts'
import { recordMachine } from '../../src/machines/shared/record.machine.ts'
import { resourceMachine } from '../../src/machines/shell/resource/resource.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { SAVED } from './assistant-settings.model.ts'
import { recordModel } from './record.model.ts'
import { resourceModel } from './resource.model.ts'

describeModel({ name: 'record', machine: recordMachine, model: recordModel })

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A form of which nothing is saved until `answer` is called. */
function startForm() {
  const toasts: string[] = []
  let sent: Partial<AssistantValues> = {}
  let answer = (_: AssistantValues) => {}
  let refuse = (_: unknown) => {}
  const actor = createActor(
    assistantSettingsMachine.provide({
      actors: {
        blockLeaving: fromCallback(() => {}),
        save: fromPromise<AssistantValues, { id: string; changes: Partial<AssistantValues> }>(({ input }) => {
          sent = input.changes
          return new Promise((resolve, reject) => {
            answer = resolve
            refuse = reject
          })
        }),
      },
      actions: { showToast: (_, { message }) => void toasts.push(message) },
    }),
    { input: { id: 'i1', values: SAVED } },
  ).start()
  return {
    toasts,
    sent: () => sent,
    answer: (values: AssistantValues) => answer(values),
    refuse: (error: unknown) => refuse(error),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    change: (name: keyof AssistantValues, value: unknown) =>
      actor.send({ type: 'field.changed', name, value }),
    read: (changes: Partial<AssistantValues>) =>
      actor.send({ type: 'record.read', values: { ...SAVED, ...changes } }),
    save: () => actor.send({ type: 'form.submitted' }),
    discard: () => actor.send({ type: 'changes.discarded' }),
  }
}

describe('a record of which a save got no answer', () => {
  const lost = async () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.save()
    form.refuse(new Error('offline'))
    await settled()
    form.change('name', SAVED.name)
    return form
  }

  it('sends what was sent again, though it is as it was before', async () => {
    const form = await lost()
    expect(form.state()).toEqual({ changed: 'editing' })
    form.save()
    expect(form.sent()).toEqual({ name: SAVED.name })
    form.answer(SAVED)
    await settled()
    expect(form.state()).toBe('unchanged')
  })

  it('has nothing to save once it is read, and was not stored', async () => {
    const form = await lost()
    form.read({})
    expect(form.state()).toBe('unchanged')
  })
})

describe('a record that is changed elsewhere while somebody types', () => {
  it('keeps what was typed, shows what others changed, and sends only what was typed', async () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.read({ welcome_message: 'Good morning' })
    expect(form.context().values).toEqual({ ...SAVED, name: 'Desk', welcome_message: 'Good morning' })
    expect(form.context().elsewhere).toEqual({ taken: ['welcome message'], overruled: [] })
    form.save()
    expect(form.sent()).toEqual({ name: 'Desk' })
    form.answer({ ...SAVED, name: 'Desk', welcome_message: 'Good morning' })
    await settled()
    expect(form.toasts).toEqual(['Saved: name.'])
    expect(form.context().elsewhere).toEqual({ taken: [], overruled: [] })
  })

  it('reports fields that both changed, and Discard shows the values of the others', () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.change('color', 'moss')
    form.read({ name: 'Front desk', color: 'moss' })
    expect(form.context().values).toMatchObject({ name: 'Desk', color: 'moss' })
    expect(form.context().elsewhere).toEqual({ taken: [], overruled: ['name'] })
    form.discard()
    expect(form.state()).toBe('unchanged')
    expect(form.context().values).toMatchObject({ name: 'Front desk', color: 'moss' })
  })

  it('names each field once, with its latest result', () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.read({ welcome_message: 'Good morning' })
    form.change('welcome_message', 'Good evening')
    form.read({ welcome_message: 'Good night' })
    expect(form.context().elsewhere).toEqual({ taken: [], overruled: ['welcome message'] })
    expect(form.context().values.welcome_message).toBe('Good evening')
  })

  it('has nothing to save once others have made the same change', () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.read({ name: 'Desk', welcome_message: 'Good morning' })
    expect(form.state()).toBe('unchanged')
    expect(form.context()).toMatchObject({
      values: { ...SAVED, name: 'Desk', welcome_message: 'Good morning' },
      elsewhere: { taken: [], overruled: [] },
    })
  })

  it('reports in the toast what others changed meanwhile', async () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.save()
    form.read({ name: 'Desk', welcome_message: 'Good morning' })
    form.answer({ ...SAVED, name: 'Desk', welcome_message: 'Good morning' })
    await settled()
    expect(form.toasts).toEqual(['Saved: name. Also changed elsewhere: welcome message.'])
  })

  it('keeps what is typed while it is saved, as the next change', async () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.save()
    form.change('name', 'Front desk')
    form.change('welcome_message', 'Good morning')
    form.answer({ ...SAVED, name: 'Desk' })
    await settled()
    expect(form.toasts).toEqual(['Saved: name.'])
    expect(form.state()).toEqual({ changed: 'editing' })
    expect(form.context()).toMatchObject({
      values: { ...SAVED, name: 'Front desk', welcome_message: 'Good morning' },
      saved: { ...SAVED, name: 'Desk' },
    })
    form.save()
    expect(form.sent()).toEqual({ name: 'Front desk', welcome_message: 'Good morning' })
  })

  it('merges what arrived during a save that failed', async () => {
    const form = startForm()
    form.change('name', 'Desk')
    form.save()
    form.read({ welcome_message: 'Good morning' })
    form.refuse(new TypeError('offline'))
    await settled()
    expect(form.state()).toEqual({ changed: 'editing' })
    expect(form.context().values).toEqual({ ...SAVED, name: 'Desk', welcome_message: 'Good morning' })
    form.save()
    form.read({ name: 'Desk', welcome_message: 'Good morning' })
    form.refuse(new TypeError('the answer was lost'))
    await settled()
    expect(form.state()).toBe('unchanged')
    expect(form.context().error).toBeNull()
  })
})

describeModel({
  name: 'resource',
  machine: resourceMachine,
  model: resourceModel,
  rig: (world) => ({
    oracles: {
      resource: () => expect(world.children.get('query')?.input).toEqual(resourceModel.input),
      'resource.ready': () => {
        const { data } = world.snapshot().context
        const told = world.effects.filter(({ name }) => name === 'reportOwner')
        if (!Array.isArray(data) && data.organization_id === 'o2')
          expect(told.at(-1)?.params).toMatchObject({ data })
        else expect(told).toEqual([])
      },
      'resource.empty': () => expect(world.snapshot().context.data).toEqual([]),
      'resource.missing': () => expect(world.snapshot().context.data).toBeUndefined(),
      'resource.ready.broken': () => expect(world.snapshot().context.error).not.toBeNull(),
      'resource.refused': () => {
        expect(world.snapshot().context).toMatchObject({ data: undefined, error: 'Only owners.' })
        expect(world.snapshot().can({ type: 'retry.requested' })).toBe(false)
      },
      'resource.failed': () => expect(world.snapshot().context.error).toContain('try again'),
    },
  }),
})
