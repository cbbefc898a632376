import { provideGoldenLive, provideGoldenRun, provideWriteGolden } from '../services/golden.provide.ts'
import { createGoldenApi } from '../services/golden-api.ts'
import { provideRemoval, refreshWithout } from '../services/removal.provide.ts'
import { GoldenQuestionsScreen } from '../ui/screens/golden-questions/golden-questions-screen.tsx'
import { GoldenMachines } from '../ui/screens/golden-questions/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache, refresh, withIdempotencyKey }: Base) {
  const api = createGoldenApi(http)
  const machines = {
    goldenLive: provideGoldenLive(cache),
    goldenRun: provideGoldenRun({ api, refresh }),
    writeGolden: provideWriteGolden({ api, refresh, withIdempotencyKey }),
    deleteGolden: provideRemoval(api.remove, refreshWithout(cache)),
  }
  return () => (
    <GoldenMachines value={machines}>
      <GoldenQuestionsScreen />
    </GoldenMachines>
  )
}
