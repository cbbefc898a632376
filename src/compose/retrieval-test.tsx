import {
  provideRetrievalTest,
  provideRetrievalTestLive,
  provideTakeGolden,
} from '../services/knowledge/golden.provide.ts'
import { provideReader } from '../services/knowledge/reader.provide.ts'
import { RetrievalTestScreen } from '../ui/knowledge/retrieval-test/retrieval-test-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, refresh, withIdempotencyKey }: Base) =>
  composed(RetrievalTestScreen, {
    retrievalTest: provideRetrievalTest({ http, refresh }),
    retrievalTestLive: provideRetrievalTestLive(cache),
    takeGolden: provideTakeGolden({ http, refresh, withIdempotencyKey }),
    reader: provideReader(http),
  })
