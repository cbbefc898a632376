import type { AuditEntry, AuditFilter } from '../../../services/contract/audit.ts'
import type { Conversation, ConversationFilter } from '../../../services/contract/conversations.ts'
import type {
  Document,
  DocumentFilter,
  PassageFilter,
  PlacedPassage,
} from '../../../services/contract/documents.ts'
import type { OfOrganization } from '../../../services/contract/reads.ts'

/** The long lists that screens read page by page: each list's parameters and items. */
export interface Collections {
  conversations: {
    of: OfOrganization & {
      /** Null: of all assistants. */
      readonly integrationId: string | null
      readonly filter: ConversationFilter
      /** Only those that the person began. */
      readonly mine?: boolean
    }
    item: Conversation
  }
  documents: {
    of: OfOrganization & { readonly knowledgeBaseId: string; readonly filter: DocumentFilter }
    item: Document
  }
  passages: {
    of: OfOrganization & { readonly knowledgeBaseId: string; readonly filter: PassageFilter }
    item: PlacedPassage
  }
  auditLog: {
    of: OfOrganization & { readonly filter: AuditFilter }
    item: AuditEntry
  }
}

export type CollectionName = keyof Collections

/** Query of a `resource` actor that reads page by page: serializable, and the key of the cache. */
export type PagesQuery = {
  [Name in CollectionName]: { readonly name: Name; readonly of: Collections[Name]['of'] }
}[CollectionName]
