import { deleteKnowledgeBaseMachine } from '../machines/knowledge/change-knowledge-base.machine.ts'
import { confirmationMachine } from '../machines/shared/confirmation.machine.ts'
import { provideCreateIntegration } from '../services/assistants/creation.provide.ts'
import { knowledgeBases } from '../services/contract/operations/knowledge-bases.ts'
import { webPages } from '../services/contract/operations/web-pages.ts'
import { provideDocumentFile, provideDocumentVersions } from '../services/knowledge/document-file.provide.ts'
import {
  provideChangeKnowledgeBase,
  provideDocumentRemoval,
  provideImportFaq,
  provideKnowledgeBase,
  provideRenameDocument,
} from '../services/knowledge/knowledge-base.provide.ts'
import { provideChangeReaders } from '../services/knowledge/readers.provide.ts'
import { provideReindex, provideRetrievalSettings } from '../services/knowledge/reindex.provide.ts'
import { provideConnect, provideCrawl, provideWebSources } from '../services/knowledge/web-sources.provide.ts'
import { forget, provideRemoval, refreshWithout } from '../services/shared/confirmation.provide.ts'
import { KnowledgeBaseScreen } from '../ui/knowledge/knowledge-base/knowledge-base-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ tab, http, cache, refresh, withIdempotencyKey }: Base) =>
  composed(KnowledgeBaseScreen, {
    changeReaders: provideChangeReaders({ http, cache }),
    knowledgeBase: provideKnowledgeBase({ http, cache, refresh, withIdempotencyKey }),
    changeKnowledgeBase: provideChangeKnowledgeBase({ http, refresh }),
    createIntegration: provideCreateIntegration({
      http,
      withIdempotencyKey,
      refresh,
    }),
    renameDocument: provideRenameDocument({ http, refresh }),
    importFaq: provideImportFaq({ http, refresh }),
    documentFile: provideDocumentFile({ http, document: tab.document, refresh }),
    documentVersions: provideDocumentVersions({ http, refresh }),
    deleteKnowledgeBase: provideRemoval(
      deleteKnowledgeBaseMachine,
      ({ id }) => http.call(knowledgeBases.remove, { id }),
      forget(cache),
    ),
    deleteDocuments: provideDocumentRemoval(http, cache),
    crawl: provideCrawl({ http, refresh, withIdempotencyKey }),
    connect: provideConnect({ http, refresh, withIdempotencyKey, tab }),
    webSources: provideWebSources({ http, refresh }),
    reindex: provideReindex({ http, refresh, withIdempotencyKey }),
    retrievalSettings: provideRetrievalSettings({ http, refresh }),
    deleteSource: provideRemoval(
      confirmationMachine,
      ({ id }) => http.call(webPages.remove, { id }),
      refreshWithout(cache),
    ),
  })
