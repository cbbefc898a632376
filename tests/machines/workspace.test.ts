import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { conversationKey, workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { fakeActors } from '../harness/model/fakes.ts'
import { workspaceModel } from './shell.model.ts'

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
        // Whatever organization is shown.
        expect([...world.children.keys()].filter((id) => id.startsWith('upload:'))).toEqual(
          Object.keys(world.snapshot().context.uploads).map((id) => `upload:${id}`),
        )
        expect([...world.children.keys()].filter((id) => id.startsWith('conversation:')).sort()).toEqual(
          Object.keys(conversations)
            .map((id) => `conversation:${id}`)
            .sort(),
        )
      },
    },
  }),
})

it('keeps a conversation that is open when its Playground is opened again', () => {
  const actors = fakeActors(workspaceMachine, new Map(), workspaceModel.snapshots)
  const workspace = createActor(workspaceMachine.provide({ actors } as never), {
    input: { rememberedId: 'o1' },
  } as never).start()
  const opened = { integrationId: 'i1', config: 'draft' } as const
  const conversation = () => workspace.getSnapshot().context.conversations[conversationKey(opened)]
  workspace.send({ type: 'playground.opened', ...opened })
  const first = conversation()
  workspace.send({ type: 'playground.opened', ...opened })
  expect(first).toBeDefined()
  expect(conversation()).toBe(first)
  workspace.stop()
})
