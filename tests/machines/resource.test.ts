import { expect } from 'vitest'
import { resourceMachine } from '../../src/machines/shell/resource/resource.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { resourceModel } from './resource.model.ts'

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
