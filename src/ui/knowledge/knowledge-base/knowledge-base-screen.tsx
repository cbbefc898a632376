import { Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { knowledgeBaseLine } from '../../../machines/connection/connections/knowledge-base-line.ts'
import { newConnection, storedConnection } from '../../../machines/knowledge/connect.values.ts'
import { canEdit, canManage } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { Passage } from '../../../services/contract/documents.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam, useSearchParam } from '../../actors.ts'
import { Reader } from '../../conversations/conversation/reader.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { formatBytes } from '../../parts/format.ts'
import { KnowledgeBaseTabs } from '../../parts/knowledge-base-tabs.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { UploadState } from '../../parts/upload-state.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { DocumentReaders, ManagedDocuments } from '../readers/managed-documents.tsx'
import { ReadersDialog } from '../readers/readers-dialog.tsx'
import { AddDocuments } from './add-documents.tsx'
import { AddSource } from './add-source.tsx'
import { BaseActions, DetailsDialog, RemovalDialog, SourceRemoval } from './base-dialogs.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { CrawlDialog } from './crawl-dialog.tsx'
import { Dialogs } from './dialogs.tsx'
import { DocumentActors } from './document-actors.ts'
import { Documents } from './documents.tsx'
import { ImportFaqDialog } from './import-faq-dialog.tsx'
import { IndexHistory } from './index-history.tsx'
import { NextStep } from './next-step.tsx'
import { OutdatedNote } from './outdated-note.tsx'
import { Passages } from './passages.tsx'
import { ReindexNote } from './reindex-note.tsx'
import { RetrievalSettingsForm } from './retrieval-settings.tsx'
import { SourceList } from './source-list.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

/** S2.12: one knowledge base; its ingestion arrives live. */
export function KnowledgeBaseScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('id')
  const { workspace, organizations } = useWorkspace()
  const knowledgeBase = useResource('knowledgeBase', { organizationId, id })
  const sources = useResourceData(useResource('webSources', { organizationId, knowledgeBaseId: id }))
  const actor = useViewActor(useProvided('knowledgeBase'), { input: { organizationId, knowledgeBaseId: id } })
  const details = useViewActor(useProvided('changeKnowledgeBase'))
  const deletion = useViewActor(useProvided('deleteKnowledgeBase'))
  const removal = useViewActor(useProvided('deleteDocuments'))
  const renaming = useViewActor(useProvided('renameDocument'))
  const file = useViewActor(useProvided('documentFile'))
  const versions = useViewActor(useProvided('documentVersions'))
  const importFaq = useViewActor(useProvided('importFaq'))
  const crawl = useViewActor(useProvided('crawl'))
  const connect = useViewActor(useProvided('connect'))
  const connectors = useResourceData(useResource('connectors', {})) ?? []
  const webSources = useViewActor(useProvided('webSources'))
  const reindex = useViewActor(useProvided('reindex'), { input: { knowledgeBaseId: id } })
  const indexes = useResourceData(useResource('indexes', { organizationId, knowledgeBaseId: id })) ?? []
  const [newest] = indexes
  useEffect(() => {
    if (newest) reindex.send({ type: 'index.read', index: newest })
  }, [reindex, newest])
  const part = useSearchParam('part')
  const sourceRemoval = useViewActor(useProvided('deleteSource'))
  const editable = useSelector(organizations, canEdit)
  const manages = useSelector(organizations, canManage)
  const readers = useViewActor(useProvided('changeReaders'))
  const reader = useSelector(actor, ({ children }) => children.reader)
  const upload = useSelector(workspace, ({ context }) => context.uploads[id])
  const write = (form: 'writeText' | 'writeFaq') =>
    actor.getSnapshot().children[form]?.send({ type: 'form.opened', values: { knowledgeBaseId: id } })
  const editPassage = ({ id: passageId, content, enabled, original }: Passage) =>
    actor.getSnapshot().children.editPassage?.send({
      type: 'form.opened',
      values: { id: passageId, content, enabled, original },
    })
  const documents = ({ counts }: KnowledgeBase) => (
    <Documents actor={actor} deletion={removal} editable={editable} hasAny={counts.documents > 0} />
  )
  return (
    <ResourceView resource={knowledgeBase} title={t('Knowledge base')} skeleton={WAITING}>
      {(shown) => (
        <Page
          title={shown.name}
          lead={<Lead knowledgeBase={shown} />}
          action={
            editable && (
              <BaseActions
                knowledgeBase={shown}
                details={details}
                deletion={deletion}
                readers={manages ? readers : null}
              />
            )
          }
        >
          <DocumentActors value={{ renaming, file, versions }}>
            <KnowledgeBaseTabs id={id} />
            <Flex direction="column" gap="6">
              <ConnectionNote name={knowledgeBaseLine(organizationId, id).name} />
              <OutdatedNote counts={shown.counts} />
              <ReindexNote actor={reindex} editable={editable} />
              {part === 'passages' ? (
                <Passages actor={actor} onEdit={editable ? editPassage : undefined} />
              ) : part === 'settings' ? (
                <Stack gap="8" maxWidth="column">
                  {!editable && (
                    <Notice tone="caution">
                      {t('Your role can view these settings but not change them.')}
                    </Notice>
                  )}
                  <RetrievalSettingsForm knowledgeBase={shown} editable={editable} />
                  <IndexHistory indexes={indexes} actor={reindex} editable={editable} />
                </Stack>
              ) : (
                <>
                  {editable && (
                    <AddDocuments
                      onFiles={(files) =>
                        files.length > 0 &&
                        workspace.send({
                          type: 'files.chosen',
                          to: { knowledgeBaseId: id, name: shown.name },
                          files,
                        })
                      }
                      addSource={
                        <AddSource
                          connectors={connectors}
                          onPages={() => crawl.send({ type: 'form.opened', values: { knowledgeBaseId: id } })}
                          onConnect={(connector) =>
                            connect.send({
                              type: 'form.opened',
                              values: newConnection(id, connector),
                            })
                          }
                        />
                      }
                      onText={() => write('writeText')}
                      onFaq={() => write('writeFaq')}
                      onImportFaq={() => importFaq.send({ type: 'import.opened', knowledgeBaseId: id })}
                    />
                  )}
                  {upload && <UploadState actor={upload} />}
                  {editable && <NextStep knowledgeBase={shown} upload={upload} />}
                  <SourceList
                    sources={sources ?? []}
                    connectors={connectors}
                    actor={webSources}
                    deletion={sourceRemoval}
                    editable={editable}
                    manages={manages}
                    onConnection={(source) => {
                      const connector = connectors.find(({ kind }) => kind === source.connector)
                      if (connector)
                        connect.send({ type: 'form.opened', values: storedConnection(source, connector) })
                    }}
                  />
                  {manages ? (
                    <ManagedDocuments knowledgeBaseId={id} actor={readers}>
                      {documents(shown)}
                    </ManagedDocuments>
                  ) : (
                    <DocumentReaders value={{ change: null }}>{documents(shown)}</DocumentReaders>
                  )}
                </>
              )}
            </Flex>
            <Dialogs actor={actor} deletion={removal} />
            <VersionsDialog actor={versions} editable={editable} />
          </DocumentActors>
          <ImportFaqDialog actor={importFaq} />
          <CrawlDialog actor={crawl} />
          <ConnectDialog actor={connect} manages={manages} />
          <SourceRemoval actor={sourceRemoval} />
          {reader && <Reader actor={reader} marked="" onEdit={editable ? editPassage : undefined} />}
          {manages && <ReadersDialog actor={readers} />}
          <DetailsDialog actor={details} />
          <RemovalDialog actor={deletion} knowledgeBase={shown} />
        </Page>
      )}
    </ResourceView>
  )
}

/** The shape of the page while it is read; no component of its own, so that the heading keeps the focus. */
const WAITING = (
  <Page title={t('Knowledge base')}>
    <SkeletonRows />
  </Page>
)

const Lead = ({ knowledgeBase: { description, counts, restricted } }: { knowledgeBase: KnowledgeBase }) => (
  <>
    {description && (
      <Text as="span" display="block">
        {description}
      </Text>
    )}
    {restricted && (
      <Text as="span" display="block">
        {t('Restricted: only its readers can see it.')}
      </Text>
    )}
    {counts.documents > 0 && (
      <Text as="span" display="block">
        {t('{documents, plural, =0 {No documents} one {# document} other {# documents}}', {
          documents: counts.documents,
        })}
        ,{' '}
        {t('{passages, plural, =0 {no passages} one {# passage} other {# passages}}', {
          passages: counts.passages,
        })}
        , {formatBytes(counts.bytes)}
      </Text>
    )}
  </>
)
