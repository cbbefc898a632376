import { expect } from 'vitest'
import { documentVersionsMachine } from '../../src/machines/knowledge/document-versions.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { documentVersionsModel } from './knowledge-base.model.ts'

describeModel({
  name: 'documentVersions',
  machine: documentVersionsMachine,
  model: documentVersionsModel,
  rig: (world) => ({
    oracles: {
      'documentVersions.listed': () => expect(world.snapshot().context.document).not.toBeNull(),
      'documentVersions.restoring': () =>
        expect(world.children.get('restore')?.input).toEqual({ id: 'd1', number: 1 }),
    },
  }),
})
