import { expect } from 'vitest'
import { personalDataMachine } from '../../src/machines/organizations/personal-data.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { personalDataModel } from './personal-data.model.ts'

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
