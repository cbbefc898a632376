import { expect } from 'vitest'
import { workspaceMachine } from '../../src/machines/workspace/workspace.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { workspaceModel } from './workspace.model.ts'

describeModel({
  name: 'workspace',
  machine: workspaceMachine,
  model: workspaceModel,
  rig: (world) => ({
    oracles: {
      workspace: () => {
        const { conversations } = world.snapshot().context
        expect([...world.children.keys()].filter((id) => id.startsWith('conversation:')).sort()).toEqual(
          Object.keys(conversations)
            .map((id) => `conversation:${id}`)
            .sort(),
        )
      },
    },
  }),
})
