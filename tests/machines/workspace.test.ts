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
        const { conversations, organizationId } = world.snapshot().context
        // One organization is listened to, and only one that is known to be the person's.
        expect([organizationId, world.children.get('organizationLive')?.input ?? null]).toEqual([
          organizationId,
          organizationId === null ? null : { organizationId },
        ])
        expect(['o1', 'o2', null]).toContain(organizationId)
        expect([...world.children.keys()].filter((id) => id.startsWith('conversation:')).sort()).toEqual(
          Object.keys(conversations)
            .map((id) => `conversation:${id}`)
            .sort(),
        )
      },
    },
  }),
})
