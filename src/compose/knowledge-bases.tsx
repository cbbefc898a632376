import { provideCreateKnowledgeBase } from '../services/creation.provide.ts'
import { KnowledgeBasesScreen } from '../ui/screens/knowledge-bases/knowledge-bases-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, withIdempotencyKey, refresh }: Base) =>
  composed(KnowledgeBasesScreen, {
    createKnowledgeBase: provideCreateKnowledgeBase({
      http,
      withIdempotencyKey,
      refresh,
    }),
  })
