import { type EventObject, fromCallback } from 'xstate'
import type { WorkspaceEvent } from '../../machines/shell/workspace.types.ts'
import type { UnsentQuestions } from '../conversations/unsent-questions.ts'

/** All in one place. */
const PLACE = 'uploads'

/** Names of files that are being uploaded, by knowledge base, in this tab: they outlast an expired session. */
export const createUnsentUploads = (unsent: UnsentQuestions) => {
  const read = (): Record<string, readonly string[]> => JSON.parse(unsent.of(PLACE) || '{}')
  return {
    keep(knowledgeBaseId: string, names: readonly string[]) {
      const { [knowledgeBaseId]: _, ...others } = read()
      const kept = names.length === 0 ? others : { ...others, [knowledgeBaseId]: names }
      unsent.keep(PLACE, Object.keys(kept).length === 0 ? '' : JSON.stringify(kept))
    },
    take(): readonly string[] {
      const names = Object.values(read()).flat()
      unsent.keep(PLACE, '')
      return names
    },
  }
}

export type UnsentUploads = ReturnType<typeof createUnsentUploads>

/** The files of uploads that the session, or the page, has ended. */
export const recallUploads = (uploads: UnsentUploads) =>
  fromCallback<EventObject>(({ sendBack }) => {
    const names = uploads.take()
    if (names.length > 0) sendBack({ type: 'files.lost', names } satisfies WorkspaceEvent)
  })
