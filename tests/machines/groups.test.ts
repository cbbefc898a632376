import { expect } from 'vitest'
import { memberAccessMachine } from '../../src/machines/organizations/member-access.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { changeReadersModel } from './change-readers.model.ts'
import { memberAccessModel } from './member-access.model.ts'
import { writeGroupModel } from './write-group.model.ts'

describeModel(changeReadersModel)
describeModel(writeGroupModel)

describeModel({
  name: 'memberAccess',
  machine: memberAccessMachine,
  model: memberAccessModel,
  rig: (world) => ({
    oracles: {
      'memberAccess.shown': () =>
        expect(world.snapshot().context.member).toEqual({ userId: 'u1', name: 'Ben Ito' }),
    },
  }),
})
