import type { workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { type Model, snapshotEvent } from '../harness/model/model.ts'

const organizationsAt = (currentId: string | null) =>
  snapshotEvent('organizations', {
    value: 'ready',
    context: { currentId, list: [{ id: 'o1' }, { id: 'o2' }] },
  })

export const workspaceModel: Model<typeof workspaceMachine> = {
  input: { rememberedId: 'o1' },
  events: () => [
    { type: 'playground.opened', integrationId: 'i1', config: 'draft' },
    { type: 'playground.opened', integrationId: 'i1', config: 'published' },
    { type: 'playground.opened', integrationId: 'i2', config: 'draft' },
    { type: 'conversation.opened', integrationId: 'i1', config: 'draft', id: 'c1' },
    { type: 'conversation.deleted', id: 'c1' },
    {
      type: 'files.chosen',
      to: { knowledgeBaseId: 'k1', name: 'Help' },
      files: [{ name: 'a.pdf', size: 1 }],
    },
    { type: 'answer.rated', messageId: 'a1', feedback: null },
    organizationsAt('o1'),
    organizationsAt('o2'),
    organizationsAt(null),
    organizationsAt('remembered of somebody else'),
  ],
  key: ({ context }) => [
    context.organizationId,
    Object.keys(context.conversations),
    Object.keys(context.uploads),
  ],
  snapshots: { organizations: { value: 'loading', context: { currentId: null, list: [] } } },
}
