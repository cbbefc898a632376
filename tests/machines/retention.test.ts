import { describe, expect, it } from 'vitest'
import { personalDataMachine } from '../../src/machines/organizations/personal-data.machine.ts'
import { retentionMachine, withNewRule } from '../../src/machines/organizations/retention.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { personalDataModel } from './personal-data.model.ts'
import { retentionModel } from './retention.model.ts'

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
        }),
      'retention.changed.asking': () =>
        expect(world.snapshot().context.preview?.conversations).toBeGreaterThan(0),
    },
  }),
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
