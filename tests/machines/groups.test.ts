import { expect } from 'vitest'
import { memberAccessMachine } from '../../src/machines/organizations/groups.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { changeReadersModel } from './knowledge-forms.model.ts'
import { memberAccessModel, writeGroupModel } from './team-forms.model.ts'

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
