import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { reindexMachine } from '../../../src/machines/knowledge/reindex.machine.ts'
import { Answered } from '../../../src/ui/conversations/conversation/answered.tsx'
import { ReindexNote } from '../../../src/ui/knowledge/knowledge-base/reindex-note.tsx'
import { draw } from '../../harness/view.tsx'
import { knowledgeIndex, message } from '../../machines/samples.ts'

it('[knowledge M12] does not say of a failure that is heard live that nothing was searched', async () => {
  const failed = message('a1', {
    status: 'failed',
    content: 'Half of an answer',
    passages_searched: 0,
    latency_ms: { first_token: 5, total: 900 },
    error: { code: 'model_interrupted', detail: 'The answer broke off.' },
  })
  const none = { send: () => {} } as never
  const { container } = await draw(
    <Answered answer={failed} pointed={null} pointer={none} reader={none} feedback={null} />,
  )
  await expect.poll(() => container.textContent).toContain('0.9')
  expect(container.textContent).not.toContain('searched')
})

it('[knowledge M4] says of passages of another size that nothing compared them', async () => {
  const actor = createActor(reindexMachine, { input: { knowledgeBaseId: 'k1' } }).start()
  const report = {
    added: 4,
    changed: 0,
    removed: 1,
    unchanged: 0,
    documents: [],
    documents_count: 0,
    unread: [],
    unread_count: 0,
    lost_edits: [],
    lost_edits_count: 0,
  }
  actor.send({ type: 'index.read', index: knowledgeIndex('building') })
  actor.send({ type: 'index.read', index: { ...knowledgeIndex('published'), report } })
  const { container } = await draw(<ReindexNote actor={actor} editable />)
  expect(container.textContent).toContain('It was not compared with the previous index')
})
