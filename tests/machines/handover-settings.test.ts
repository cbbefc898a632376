import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { handoverSettingsMachine } from '../../src/machines/visitors/handover-settings.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { FORM, handoverSettingsModel } from './record.model.ts'

describeModel({
  name: 'handoverSettings',
  machine: handoverSettingsMachine,
  model: handoverSettingsModel,
  rig: (world) => ({
    oracles: {
      'handoverSettings.changed.saving': () =>
        expect(world.children.get('save')?.input).toMatchObject({
          id: 'i1',
          changes: { email: 'desk@example.com' },
        }),
    },
  }),
})

describe('the hand-over of an assistant', () => {
  const wrong = (changes: Record<string, unknown>) => {
    const form = createActor(
      handoverSettingsMachine.provide({ actors: { holdLeaving: fromCallback(() => {}) } }),
      { input: { id: 'i1', values: FORM } },
    ).start()
    for (const [name, value] of Object.entries(changes)) form.send({ type: 'field.changed', name, value })
    form.send({ type: 'form.submitted' })
    return Object.keys(form.getSnapshot().context.fieldErrors)
  }

  it('has to go somewhere once it is offered', () => {
    expect(wrong({ offered: ['asked'], inbox: false })).toEqual(['email'])
    const zendesk = { zendesk_url: 'https://shop.zendesk.com', zendesk_email: 'ann@example.com' }
    expect(wrong({ offered: ['asked'], inbox: false, ...zendesk })).toEqual([])
    expect(wrong({ ...zendesk, zendesk_email: 'ann' })).toEqual(['zendesk_email'])
  })

  it('has days in its hours, and a time of reply that can come', () => {
    const hours = { days: [], from: '09:00', to: '17:00', time_zone: 'UTC' }
    expect(wrong({ office_hours: hours })).toEqual(['office_hours'])
    expect(wrong({ reply_hours: 241 })).toEqual(['reply_hours'])
    expect(wrong({ reply_hours: 1.5 })).toEqual(['reply_hours'])
  })
})
