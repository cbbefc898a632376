import type { Configuration, Integration } from '../../../services/contract/integrations.ts'

/** How an assistant greets: as its draft does, or as what is published does. */
export type Face = Pick<
  Integration & Configuration,
  'name' | 'knowledge_base_ids' | 'welcome_message' | 'starter_questions'
>
