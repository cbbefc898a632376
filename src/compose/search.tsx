import { provideExplainPassage, providePassageSearch } from '../services/knowledge/search.provide.ts'
import { SearchScreen } from '../ui/knowledge/search/search-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'

export const compose = (base: Base) =>
  composed(SearchScreen, {
    ...composeConversations(base),
    passageSearch: providePassageSearch(base.http),
    explainPassage: provideExplainPassage(base.http),
  })
