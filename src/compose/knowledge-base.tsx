import { provideCreateIntegration } from '../services/creation.provide.ts'
import { provideDocumentFile, provideDocumentVersions } from '../services/document-file.provide.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { createKnowledgeApi } from '../services/knowledge-api.ts'
import {
  provideChangeKnowledgeBase,
  provideImportFaq,
  provideKnowledgeBase,
  provideRenameDocument,
} from '../services/knowledge-base.provide.ts'
import { provideReindex, provideRetrievalSettings } from '../services/reindex.provide.ts'
import {
  leaveRemoved,
  provideDocumentRemoval,
  provideRemoval,
  refreshWithout,
} from '../services/removal.provide.ts'
import { provideCrawl, provideWebSources } from '../services/web-sources.provide.ts'
import { KnowledgeBaseScreen } from '../ui/screens/knowledge-base/knowledge-base-screen.tsx'
import { KnowledgeBaseMachines } from '../ui/screens/knowledge-base/machines.ts'
import type { Base } from './base.ts'

export function compose({ tab, http, apiBase, cache, refresh, timeZone, withIdempotencyKey }: Base) {
  const api = createKnowledgeApi(http)
  const machines = {
    knowledgeBase: provideKnowledgeBase({ api, cache, refresh, withIdempotencyKey }),
    changeKnowledgeBase: provideChangeKnowledgeBase({ api, refresh }),
    createIntegration: provideCreateIntegration({
      api: createIntegrationsApi(http, timeZone, apiBase),
      withIdempotencyKey,
      refresh,
    }),
    renameDocument: provideRenameDocument({ api, refresh }),
    importFaq: provideImportFaq({ api, refresh }),
    documentFile: provideDocumentFile({ api, document: tab.document, refresh }),
    documentVersions: provideDocumentVersions({ api, refresh }),
    deleteKnowledgeBase: provideRemoval(api.remove, (scope, { id }) =>
      leaveRemoved(scope, cache, { id, path: '/knowledge-bases' }),
    ),
    deleteDocuments: provideDocumentRemoval(api, cache),
    crawl: provideCrawl({ api, refresh, withIdempotencyKey }),
    webSources: provideWebSources({ api, refresh }),
    reindex: provideReindex({ api, refresh, withIdempotencyKey }),
    retrievalSettings: provideRetrievalSettings({ api, refresh }),
    deleteSource: provideRemoval(api.removeSource, refreshWithout(cache)),
  }
  return () => (
    <KnowledgeBaseMachines value={machines}>
      <KnowledgeBaseScreen />
    </KnowledgeBaseMachines>
  )
}
