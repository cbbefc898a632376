import { provideCreateKnowledgeBase } from '../services/assistants/creation.provide.ts'
import { provideChangeReaders } from '../services/knowledge/readers.provide.ts'
import { KnowledgeBasesScreen } from '../ui/knowledge/knowledge-bases/knowledge-bases-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, withIdempotencyKey, refresh }: Base) =>
  composed(KnowledgeBasesScreen, {
    changeReaders: provideChangeReaders({ http, cache }),
    createKnowledgeBase: provideCreateKnowledgeBase({
      http,
      withIdempotencyKey,
      refresh,
    }),
  })
