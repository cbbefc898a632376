import { createKnowledgeApi } from '../services/knowledge-api.ts'
import { provideKnowledgeBase } from '../services/knowledge-base.provide.ts'
import { leaveRemoved, provideRemoval } from '../services/removal.provide.ts'
import { provideUpload } from '../services/upload.provide.ts'
import { KnowledgeBaseScreen } from '../ui/screens/knowledge-base/knowledge-base-screen.tsx'
import { KnowledgeBaseMachines } from '../ui/screens/knowledge-base/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache, refresh }: Base) {
  const api = createKnowledgeApi(http)
  const machines = {
    knowledgeBase: provideKnowledgeBase({ api, cache }),
    upload: provideUpload(api),
    deleteKnowledgeBase: provideRemoval(api.remove, (scope) =>
      leaveRemoved(scope, cache, '/knowledge-bases'),
    ),
    deleteDocument: provideRemoval(api.removeDocument, refresh),
  }
  return () => (
    <KnowledgeBaseMachines value={machines}>
      <KnowledgeBaseScreen />
    </KnowledgeBaseMachines>
  )
}
