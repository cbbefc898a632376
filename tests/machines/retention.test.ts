import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { personalDataMachine } from '../../src/machines/organizations/personal-data.machine.ts'
import { retentionMachine, withNewRule } from '../../src/machines/organizations/retention.machine.ts'
import type { Retention } from '../../src/services/contract/retention.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { personalDataModel } from './personal-data.model.ts'
import { FOR_GOOD, NOTHING, RULES, retentionModel } from './retention.model.ts'

describeModel({
  name: 'retention',
  machine: retentionMachine,
  model: retentionModel,
  rig: (world) => ({
    oracles: {
      'retention.changed.saving': () =>
        expect(world.children.get('save')?.input).toEqual({
          organizationId: 'o1',
          values: world.snapshot().context.values,
          saved: world.snapshot().context.saved,
        }),
      'retention.changed.asking': () =>
        expect(world.snapshot().context.preview?.conversations).toBeGreaterThan(0),
    },
  }),
})

describe('rules that others change meanwhile', () => {
  const STORED: Retention = { ...FOR_GOOD, default_days: 30, rules: RULES }
  const start = (name: string, value: unknown) => {
    const actor = createActor(
      retentionMachine.provide({
        actors: { preview: fromPromise(async () => NOTHING), blockLeaving: fromCallback(() => {}) },
      }),
      { input: { organizationId: 'o1', values: STORED } },
    ).start()
    actor.send({ type: 'field.changed', name, value })
    return actor
  }

  it('are taken where they were not changed here, and counted again', () => {
    const actor = start('delivery_days', 7)
    actor.send({ type: 'record.read', values: { ...STORED, default_days: null, rules: [] } })
    expect(actor.getSnapshot().matches({ changed: { editing: 'counting' } })).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({
      values: { default_days: null, rules: [], delivery_days: 7 },
      elsewhere: { taken: ['how long conversations are kept', 'exceptions'], overruled: [] },
    })
  })

  it('stay as they were changed here, which is said', () => {
    const actor = start('default_days', 90)
    actor.send({ type: 'record.read', values: { ...STORED, default_days: null, audit_days: 90 } })
    expect(actor.getSnapshot().context).toMatchObject({
      values: { default_days: 90, audit_days: 90 },
      elsewhere: {
        taken: ['how long the audit log is kept'],
        overruled: ['how long conversations are kept'],
      },
    })
    actor.send({ type: 'record.read', values: { ...STORED, default_days: null, audit_days: 90 } })
    actor.send({ type: 'record.read', values: { ...STORED, default_days: null, delivery_days: 7 } })
    expect(actor.getSnapshot().context.elsewhere).toEqual({
      taken: ['how long the audit log is kept', 'how long webhook deliveries are kept'],
      overruled: ['how long conversations are kept'],
    })
  })

  it('are named by their field', () => {
    const others = {
      rules: [[], 'exceptions'],
      audit_days: [90, 'how long the audit log is kept'],
      deleted_document_days: [7, 'how long documents that disappeared from a source are kept'],
      delivery_days: [7, 'how long webhook deliveries are kept'],
    } as const
    for (const [name, [value, told]] of Object.entries(others)) {
      const actor = start('default_days', 90)
      actor.send({ type: 'record.read', values: { ...STORED, [name]: value } })
      expect(actor.getSnapshot().context.elsewhere).toEqual({ taken: [told], overruled: [] })
    }
  })

  it('stay as they are in an exception that others removed', () => {
    const actor = start('rules', [{ ...RULES[0], days: 7 }])
    actor.send({ type: 'record.read', values: { ...STORED, rules: [] } })
    expect(actor.getSnapshot().context.elsewhere).toEqual({ taken: [], overruled: ['exceptions'] })
  })
})

describe('a new exception', () => {
  it('is for the first channel that has none', () => {
    const one = withNewRule([])
    expect(one).toEqual([{ integration_id: null, channel: 'playground', days: 90 }])
    expect(withNewRule(one).map(({ channel }) => channel)).toEqual(['playground', 'chat'])
    expect(withNewRule([{ integration_id: 'i1', channel: 'playground', days: 9 }])[1]?.channel).toBe(
      'playground',
    )
  })
})

describeModel({
  name: 'personal-data',
  machine: personalDataMachine,
  model: personalDataModel,
  rig: (world) => ({
    oracles: {
      'personalData.found.requesting': () =>
        expect(world.children.get('erase')?.input).toEqual({
          organizationId: 'o1',
          values: world.snapshot().context.values,
        }),
      'personalData.found.asking': () => expect(world.snapshot().context.found?.blocked_by).toBeNull(),
      'personalData.erasing': () =>
        expect(world.snapshot().context).toMatchObject({ values: { who: '' }, found: null }),
      'personalData.erasing.reading': () =>
        expect(world.children.get('read')?.input).toEqual({ organizationId: 'o1', id: 'e1' }),
      'personalData.erased': () => expect(world.snapshot().context.erasure?.finished_at).not.toBeNull(),
    },
  }),
})
