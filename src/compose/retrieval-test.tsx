import { provideRetrievalTest, provideTakeGolden } from '../services/golden.provide.ts'
import { createGoldenApi } from '../services/golden-api.ts'
import { createKnowledgeApi } from '../services/knowledge-api.ts'
import { provideReader } from '../services/reader.provide.ts'
import { RetrievalTestMachines } from '../ui/screens/retrieval-test/machines.ts'
import { RetrievalTestScreen } from '../ui/screens/retrieval-test/retrieval-test-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, refresh, withIdempotencyKey }: Base) {
  const api = createGoldenApi(http)
  const knowledge = createKnowledgeApi(http)
  const machines = {
    retrievalTest: provideRetrievalTest({ api, knowledge, refresh }),
    takeGolden: provideTakeGolden({ api, refresh, withIdempotencyKey }),
    reader: provideReader(knowledge),
  }
  return () => (
    <RetrievalTestMachines value={machines}>
      <RetrievalTestScreen />
    </RetrievalTestMachines>
  )
}
