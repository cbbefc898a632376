import type { changeKnowledgeBaseMachine } from '../../../machines/change-knowledge-base/change-knowledge-base.machine.ts'
import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { connectMachine } from '../../../machines/connect/connect.machine.ts'
import type { crawlMachine } from '../../../machines/crawl/crawl.machine.ts'
import type { createIntegrationMachine } from '../../../machines/create-integration/create-integration.machine.ts'
import type { documentFileMachine } from '../../../machines/document-file/document-file.machine.ts'
import type { documentVersionsMachine } from '../../../machines/document-versions/document-versions.machine.ts'
import type { importFaqMachine } from '../../../machines/import-faq/import-faq.machine.ts'
import type { knowledgeBaseMachine } from '../../../machines/knowledge-base/knowledge-base.machine.ts'
import type { reindexMachine } from '../../../machines/reindex/reindex.machine.ts'
import type { renameDocumentMachine } from '../../../machines/rename-document/rename-document.machine.ts'
import type { retrievalSettingsMachine } from '../../../machines/retrieval-settings/retrieval-settings.machine.ts'
import type { webSourcesMachine } from '../../../machines/web-sources/web-sources.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly knowledgeBase: typeof knowledgeBaseMachine
  readonly changeKnowledgeBase: typeof changeKnowledgeBaseMachine
  readonly createIntegration: typeof createIntegrationMachine
  readonly renameDocument: typeof renameDocumentMachine
  readonly importFaq: typeof importFaqMachine
  readonly documentFile: typeof documentFileMachine
  readonly documentVersions: typeof documentVersionsMachine
  readonly deleteKnowledgeBase: typeof confirmationMachine
  readonly deleteDocuments: typeof confirmationMachine
  readonly crawl: typeof crawlMachine
  readonly connect: typeof connectMachine
  readonly webSources: typeof webSourcesMachine
  readonly reindex: typeof reindexMachine
  readonly retrievalSettings: typeof retrievalSettingsMachine
  readonly deleteSource: typeof confirmationMachine
}

export const [KnowledgeBaseMachines, useKnowledgeBaseMachines] =
  createProvided<Machines>('KnowledgeBaseMachines')
