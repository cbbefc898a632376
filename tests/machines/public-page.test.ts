import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { handoverSettingsMachine } from '../../src/machines/visitors/handover-settings.machine.ts'
import {
  expiryOf,
  publicPageMachine,
  publicPageValuesOf,
} from '../../src/machines/visitors/public-page.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { identitySecretModel } from './form.model.ts'
import { FORM, handoverSettingsModel, OFF, publicPageModel } from './record.model.ts'

describeModel({
  name: 'publicPage',
  machine: publicPageMachine,
  model: publicPageModel,
  rig: (world) => ({
    oracles: {
      'publicPage.changed': () => expect(world.children.has('blockLeaving')).toBe(true),
      'publicPage.changed.saving': () =>
        expect(world.children.get('save')?.input).toMatchObject({ id: 'i1', changes: { visitor_limit: 5 } }),
    },
  }),
})

describeModel(identitySecretModel)

describe('a public page', () => {
  it.each(['example.com', 'https://example.com/shop', 'javascript:alert(1)', '*'])(
    'is not saved with %s as an origin',
    (origin) => {
      const form = createActor(
        publicPageMachine.provide({ actors: { blockLeaving: fromCallback(() => {}) } }),
        { input: { id: 'i1', values: OFF } },
      ).start()
      form.send({ type: 'field.changed', name: 'allowed_origins', value: [origin] })
      form.send({ type: 'form.submitted' })
      expect(form.getSnapshot().value).toEqual({ changed: 'editing' })
      expect(form.getSnapshot().context.fieldErrors).toHaveProperty('allowed_origins')
    },
  )

  it.each([
    ['UTC', '2026-12-31', '2026-12-31T23:59:59.999Z'],
    ['Pacific/Honolulu', '2026-12-31', '2027-01-01T09:59:59.999Z'],
    ['Asia/Kolkata', '2026-12-31', '2026-12-31T18:29:59.999Z'],
    // The clocks change that day, or the next.
    ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.999Z'],
    ['Pacific/Auckland', '2026-09-26', '2026-09-26T11:59:59.999Z'],
    ['Pacific/Auckland', '2026-09-27', '2026-09-27T10:59:59.999Z'],
  ])('is open until the end of its last day where the person is: %s, %s', (timeZone, day, end) => {
    expect(expiryOf(timeZone, day)).toBe(end)
    expect(expiryOf(timeZone, '')).toBeNull()
    const page = {
      ...OFF,
      allowed_origins: [],
      expires_at: end,
      url: '',
      used_today: 0,
      resets_at: '',
      identity_since: null,
      left_out: [],
      left_out_documents: [],
    }
    expect(publicPageValuesOf(timeZone, page).expires_on).toBe(day)
    expect(publicPageValuesOf(timeZone, { ...page, expires_at: null }).expires_on).toBe('')
  })
})

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
      handoverSettingsMachine.provide({ actors: { blockLeaving: fromCallback(() => {}) } }),
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
