import { describe, expect, it } from 'vitest'
import { retentionMachine, withNewRule } from '../../src/machines/organizations/retention.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
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
