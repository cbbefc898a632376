import { provideExplainPassage, providePassageSearch } from '../services/search.provide.ts'
import { ConversationMachines } from '../ui/conversation/machines.ts'
import { SearchMachines } from '../ui/screens/search/machines.ts'
import { SearchScreen } from '../ui/screens/search/search-screen.tsx'
import type { Base } from './base.ts'
import { composeConversations } from './conversations.ts'

export function compose(base: Base) {
  const { conversation } = composeConversations(base)
  const search = {
    passageSearch: providePassageSearch(base.http),
    explainPassage: provideExplainPassage(base.http),
  }
  return () => (
    <ConversationMachines value={conversation}>
      <SearchMachines value={search}>
        <SearchScreen />
      </SearchMachines>
    </ConversationMachines>
  )
}
