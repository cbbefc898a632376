import { provideRetrievalTest, provideTakeGolden } from '../services/golden.provide.ts'
import { provideReader } from '../services/reader.provide.ts'
import { RetrievalTestMachines } from '../ui/screens/retrieval-test/machines.ts'
import { RetrievalTestScreen } from '../ui/screens/retrieval-test/retrieval-test-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, refresh, withIdempotencyKey }: Base) {
  const machines = {
    retrievalTest: provideRetrievalTest({ http, refresh }),
    takeGolden: provideTakeGolden({ http, refresh, withIdempotencyKey }),
    reader: provideReader(http),
  }
  return () => (
    <RetrievalTestMachines value={machines}>
      <RetrievalTestScreen />
    </RetrievalTestMachines>
  )
}
