import { confirmationMachine } from '../machines/shared/confirmation.machine.ts'
import { goldenQuestions } from '../services/contract/operations/golden-questions.ts'
import {
  provideGoldenLive,
  provideGoldenRun,
  provideWriteGolden,
} from '../services/knowledge/golden.provide.ts'
import { provideRemoval, refreshWithout } from '../services/shared/confirmation.provide.ts'
import { GoldenQuestionsScreen } from '../ui/knowledge/golden-questions/golden-questions-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, refresh, withIdempotencyKey }: Base) =>
  composed(GoldenQuestionsScreen, {
    goldenLive: provideGoldenLive(cache),
    goldenRun: provideGoldenRun({ http, refresh }),
    writeGolden: provideWriteGolden({ http, refresh, withIdempotencyKey }),
    deleteGolden: provideRemoval(
      confirmationMachine,
      ({ id }) => http.call(goldenQuestions.remove, { id }),
      refreshWithout(cache),
    ),
  })
