import { provideCreateKnowledgeBase } from '../services/creation.provide.ts'
import { provideChangeReaders } from '../services/readers.provide.ts'
import { ReadersMachines } from '../ui/readers/machines.ts'
import { KnowledgeBasesScreen } from '../ui/screens/knowledge-bases/knowledge-bases-screen.tsx'
import { KnowledgeBasesMachines } from '../ui/screens/knowledge-bases/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache, withIdempotencyKey, refresh }: Base) {
  const machines = {
    createKnowledgeBase: provideCreateKnowledgeBase({
      http,
      withIdempotencyKey,
      refresh,
    }),
  }
  const readers = { changeReaders: provideChangeReaders({ http, cache }) }
  return () => (
    <ReadersMachines value={readers}>
      <KnowledgeBasesMachines value={machines}>
        <KnowledgeBasesScreen />
      </KnowledgeBasesMachines>
    </ReadersMachines>
  )
}
