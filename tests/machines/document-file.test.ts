import { expect } from 'vitest'
import { documentFileMachine } from '../../src/machines/document-file/document-file.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { documentFileModel } from './document-file.model.ts'

describeModel({
  name: 'documentFile',
  machine: documentFileMachine,
  model: documentFileModel,
  rig: (world) => ({
    oracles: {
      'documentFile.idle': () => expect(world.snapshot().context.request).toBeNull(),
      'documentFile.working': () =>
        expect(world.children.get('carryOut')?.input).toEqual(world.snapshot().context.request),
    },
  }),
})
