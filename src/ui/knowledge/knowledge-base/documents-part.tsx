import { Flex, Menu, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  ArrowRight,
  ChevronDown,
  Globe,
  MessageCircleQuestionMark,
  PencilLine,
  Plug,
  Plus,
  Table2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { newConnection, storedConnection } from '../../../machines/knowledge/connect.machine.ts'
import { rulesOf } from '../../../machines/knowledge/crawl.machine.ts'
import type { KnowledgeBaseRef } from '../../../machines/knowledge/knowledge-base.machine.ts'
import type { UploadRef } from '../../../machines/knowledge/upload.machine.ts'
import type { ChosenFile } from '../../../machines/knowledge/upload.setup.ts'
import type { Connector } from '../../../services/contract/connectors.ts'
import { INTEGRATION_NAME_MAX } from '../../../services/contract/integrations.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FileDrop } from '../../parts/file-drop.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { MenuLayer } from '../../parts/menu-layer.tsx'
import { NewIntegrationDialog } from '../../parts/new-integration-dialog.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { UploadState } from '../../parts/upload-state.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { DocumentReaders, ManagedDocuments } from '../readers/managed-documents.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { CrawlDialog } from './crawl-dialog.tsx'
import { Documents } from './documents.tsx'
import { ImportFaqDialog } from './import-faq-dialog.tsx'
import { SourceList } from './source-list.tsx'

interface AddSourceProps {
  connectors: readonly Connector[]
  onPages: () => void
  onConnect: (connector: Connector) => void
}

const PAGES = 'pages'

/** The kinds of sources: the web, and every service that has a connector. */
function AddSource({ connectors, onPages, onConnect }: AddSourceProps) {
  const select = ({ value }: { value: string }) => {
    const connector = connectors.find(({ kind }) => kind === value)
    if (connector) onConnect(connector)
    else onPages()
  }
  return (
    <Menu.Root onSelect={select} lazyMount unmountOnExit positioning={{ placement: 'bottom-start' }}>
      <Menu.Trigger asChild>
        <Button>
          <Plus aria-hidden />
          {t('Add source')}
          <ChevronDown aria-hidden />
        </Button>
      </Menu.Trigger>
      <MenuLayer label={t('Kinds of sources')}>
        <Menu.Item value={PAGES}>
          <Globe aria-hidden />
          {t('Web pages')}
        </Menu.Item>
        {connectors.map(({ kind, name }) => (
          <Menu.Item key={kind} value={kind}>
            <Plug aria-hidden />
            {name}
          </Menu.Item>
        ))}
      </MenuLayer>
    </Menu.Root>
  )
}

interface DocumentsPartProps {
  knowledgeBase: KnowledgeBase
  actor: KnowledgeBaseRef
  /** The dialog of readers, for owners and admins. */
  readers: ChangeReadersRef | null
  editable: boolean
}

/** The documents of a knowledge base, their sources, and the ways to add more. */
export function DocumentsPart({ knowledgeBase, actor, readers, editable }: DocumentsPartProps) {
  const { id, name, counts } = knowledgeBase
  const organizationId = useOrganizationId()
  const { workspace } = useWorkspace()
  const upload = useSelector(workspace, ({ context }) => context.uploads[id])
  const sources = useResource('webSources', { organizationId, knowledgeBaseId: id })
  const kinds = useResource('connectors', {})
  const connectors = useResourceData(kinds) ?? []
  const importFaq = useProvidedActor('importFaq')
  const crawl = useProvidedActor('crawl')
  const connect = useProvidedActor('connect')
  const webSources = useProvidedActor('webSources')
  const removal = useProvidedActor('deleteSource')
  const write = (form: 'writeText' | 'writeFaq') =>
    actor.getSnapshot().children[form]?.send({ type: 'form.opened', values: { knowledgeBaseId: id } })
  const documents = <Documents actor={actor} editable={editable} hasAny={counts.documents > 0} />
  return (
    <>
      {editable && (
        <>
          <AddDocuments
            onFiles={(files) =>
              files.length > 0 &&
              workspace.send({ type: 'files.chosen', to: { knowledgeBaseId: id, name }, files })
            }
            addSource={
              <AddSource
                connectors={connectors}
                onPages={() => crawl.send({ type: 'form.opened', values: { knowledgeBaseId: id } })}
                onConnect={(connector) =>
                  connect.send({ type: 'form.opened', values: newConnection(id, connector) })
                }
              />
            }
            onText={() => write('writeText')}
            onFaq={() => write('writeFaq')}
            onImportFaq={() => importFaq.send({ type: 'import.opened', knowledgeBaseId: id })}
          />
          <ResourceView resource={kinds} label={t('Kinds of sources')} skeleton={null}>
            {() => null}
          </ResourceView>
        </>
      )}
      {upload && <UploadState actor={upload} />}
      {editable && <NextStep knowledgeBase={knowledgeBase} upload={upload} />}
      <ResourceView resource={sources} label={t('Sources')} skeleton={null}>
        {(list) => (
          <SourceList
            sources={list}
            connectors={connectors}
            actor={webSources}
            deletion={removal}
            editable={editable}
            manages={readers !== null}
            onChange={(source, connector) => {
              if (source.kind !== 'connector') crawl.send({ type: 'form.opened', values: rulesOf(source) })
              else if (connector)
                connect.send({ type: 'form.opened', values: storedConnection(source, connector) })
            }}
          />
        )}
      </ResourceView>
      {readers ? (
        <ManagedDocuments knowledgeBaseId={id} actor={readers}>
          {documents}
        </ManagedDocuments>
      ) : (
        <DocumentReaders value={{ change: null }}>{documents}</DocumentReaders>
      )}
      <ImportFaqDialog actor={importFaq} />
      <CrawlDialog actor={crawl} />
      <ConnectDialog actor={connect} manages={readers !== null} />
      <ConfirmDialog
        actor={removal}
        title={(url) => t('Delete {url}?', { url })}
        confirm={t('Delete source')}
        busy={t('Deleting…')}
      >
        {t('Its documents are deleted with it. Earlier answers keep the words they quoted.')}
      </ConfirmDialog>
    </>
  )
}

interface AddDocumentsProps {
  onFiles: (files: readonly ChosenFile[]) => void
  /** Opens the list of source types. */
  addSource: ReactNode
  onText: () => void
  onFaq: () => void
  onImportFaq: () => void
}

/** The ways to add documents: files by drop or by choice, and typed texts. */
const AddDocuments = ({ onFiles, addSource, onText, onFaq, onImportFaq }: AddDocumentsProps) => (
  <FileDrop onFiles={onFiles}>
    {addSource}
    <Button onClick={onText}>
      <PencilLine aria-hidden />
      {t('Write text')}
    </Button>
    <Button onClick={onFaq}>
      <MessageCircleQuestionMark aria-hidden />
      {t('Add a question')}
    </Button>
    <Button onClick={onImportFaq}>
      <Table2 aria-hidden />
      {t('Import questions')}
    </Button>
  </FileDrop>
)

interface NextStepProps {
  knowledgeBase: KnowledgeBase
  upload: UploadRef | undefined
}

/** The next step: documents need an assistant, and new content needs a first question. */
function NextStep({ knowledgeBase, upload }: NextStepProps) {
  const organizationId = useOrganizationId()
  const creation = useProvidedActor('createIntegration')
  const integrations = useResourceData(useResource('integrations', { organizationId })) ?? []
  const isUploaded = useSelector(upload, (snapshot) => snapshot?.hasTag('report') ?? false)
  const { id, name, counts, integration_ids } = knowledgeBase
  const assistant = integrations.find((integration) => integration_ids.includes(integration.id))
  if (counts.documents === 0 || (integration_ids.length > 0 && !isUploaded)) return null
  return (
    <>
      <Flex align="center" gap="4" wrap="wrap" role="status">
        <Text color="ink.2" fontSize="md">
          {integration_ids.length === 0 ? t('No assistant uses these documents yet.') : t('Next steps')}
        </Text>
        {integration_ids.length === 0 ? (
          <Button
            variant="primary"
            onClick={() =>
              creation.send({
                type: 'form.opened',
                organizationId,
                values: {
                  name: t('{name} assistant', { name }).slice(0, INTEGRATION_NAME_MAX),
                  knowledge_base_ids: [id],
                },
              })
            }
          >
            {t('Create assistant')}
            <ArrowRight aria-hidden data-directional />
          </Button>
        ) : (
          assistant && (
            <ButtonLink to={`/integrations/${assistant.id}`}>
              {t('Ask {name}', { name: assistant.name })}
              <ArrowRight aria-hidden data-directional />
            </ButtonLink>
          )
        )}
      </Flex>
      <NewIntegrationDialog actor={creation} />
    </>
  )
}
