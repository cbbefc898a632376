import { provideCreateKnowledgeBase } from '../services/creation.provide.ts'
import { KnowledgeBasesScreen } from '../ui/screens/knowledge-bases/knowledge-bases-screen.tsx'
import { KnowledgeBasesMachines } from '../ui/screens/knowledge-bases/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, withIdempotencyKey, refresh }: Base) {
  const machines = {
    createKnowledgeBase: provideCreateKnowledgeBase({
      http,
      withIdempotencyKey,
      refresh,
    }),
  }
  return () => (
    <KnowledgeBasesMachines value={machines}>
      <KnowledgeBasesScreen />
    </KnowledgeBasesMachines>
  )
}
