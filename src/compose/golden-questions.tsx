import { goldenQuestions } from '../services/contract/operations/golden-questions.ts'
import { provideGoldenLive, provideGoldenRun, provideWriteGolden } from '../services/golden.provide.ts'
import { provideRemoval, refreshWithout } from '../services/removal.provide.ts'
import { GoldenQuestionsScreen } from '../ui/screens/golden-questions/golden-questions-screen.tsx'
import { GoldenMachines } from '../ui/screens/golden-questions/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache, refresh, withIdempotencyKey }: Base) {
  const machines = {
    goldenLive: provideGoldenLive(cache),
    goldenRun: provideGoldenRun({ http, refresh }),
    writeGolden: provideWriteGolden({ http, refresh, withIdempotencyKey }),
    deleteGolden: provideRemoval((id) => http.call(goldenQuestions.remove, { id }), refreshWithout(cache)),
  }
  return () => (
    <GoldenMachines value={machines}>
      <GoldenQuestionsScreen />
    </GoldenMachines>
  )
}
