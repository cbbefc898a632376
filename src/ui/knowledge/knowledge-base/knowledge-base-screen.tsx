import { Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { PencilLine, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { knowledgeBaseLine } from '../../../machines/connection/connections/lines.ts'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { canEdit, canManage } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { Passage } from '../../../services/contract/documents.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam, useSearchParam } from '../../actors.ts'
import { Reader } from '../../conversations/conversation/reader.tsx'
import { Button, buttonsInRows } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatBytes, formatNumber } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { ReadersButton } from '../readers/readers-button.tsx'
import { ReadersDialog } from '../readers/readers-dialog.tsx'
import { DocumentsPart } from './documents-part.tsx'
import { IndexHistory } from './index-history.tsx'
import { KnowledgeBaseTabs } from './knowledge-base-tabs.tsx'
import { Passages } from './passages.tsx'
import { ReindexNote } from './reindex-note.tsx'
import { RetrievalSettingsForm } from './retrieval-settings.tsx'
import { WritingDialogs } from './writing-dialogs.tsx'

interface BaseActionsProps {
  knowledgeBase: KnowledgeBase
  /** Actor of the readers dialog, for people who manage the organization. */
  readers: ChangeReadersRef | null
}

/** Actions on the knowledge base itself. */
function BaseActions({ knowledgeBase: { id, name, description, counts }, readers }: BaseActionsProps) {
  const details = useProvidedActor('changeKnowledgeBase')
  const deletion = useProvidedActor('deleteKnowledgeBase')
  return (
    <Flex gap="2" wrap="wrap" flex={{ base: '1 0 100%', sm: '0 1 auto' }} css={buttonsInRows}>
      {readers && <ReadersButton of="base" thing={{ id, name }} actor={readers} />}
      <Button onClick={() => details.send({ type: 'form.opened', values: { id, name, description } })}>
        <PencilLine aria-hidden />
        {t('Edit')}
      </Button>
      <Button onClick={() => ask(deletion, { id, name })}>
        <Trash2 aria-hidden />
        {t('Delete')}
      </Button>
      <FormDialog actor={details} title={t('Edit knowledge base')} submit={t('Save')} busy={t('Saving…')}>
        <TextField name="name" label={t('Name')} maxLength={80} autoFocus />
        <TextField name="description" label={t('Description')} rows={3} maxLength={500} />
      </FormDialog>
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete “{name}”?', { name })}
        confirm={t('Delete knowledge base')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t(
            '{documents, plural, =0 {It has no documents.} one {Its document and everything read from it are deleted.} other {Its # documents and everything read from them are deleted.}} Earlier answers keep the words they quoted. <0>This cannot be undone.</0>',
            { documents: counts.documents },
          )}
          parts={[<Text as="b" />]}
        />
      </ConfirmDialog>
    </Flex>
  )
}

/** S2.12: one knowledge base; its ingestion is shown live. */
export function KnowledgeBaseScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('id')
  const { organizations } = useWorkspace()
  const knowledgeBase = useResource('knowledgeBase', { organizationId, id })
  const actor = useProvidedActor('knowledgeBase', { input: { organizationId, knowledgeBaseId: id } })
  const reindex = useProvidedActor('reindex', { input: { knowledgeBaseId: id } })
  const changeReaders = useProvidedActor('changeReaders')
  const indexes = useResource('indexes', { organizationId, knowledgeBaseId: id })
  const history = useResourceData(indexes)
  const newest = history?.[0]
  useEffect(() => {
    if (newest) reindex.send({ type: 'index.read', index: newest })
  }, [reindex, newest])
  const part = useSearchParam('part')
  const editable = useSelector(organizations, canEdit)
  const readers = useSelector(organizations, canManage) ? changeReaders : null
  const reader = useSelector(actor, ({ children }) => children.reader)
  const editPassage = ({ id: passageId, content, enabled, original }: Passage) =>
    actor.getSnapshot().children.editPassage?.send({
      type: 'form.opened',
      values: { id: passageId, content, enabled, original },
    })
  return (
    <ResourceView resource={knowledgeBase} title={t('Knowledge base')} skeleton={WAITING}>
      {(shown) => (
        <Page
          title={shown.name}
          lead={<Lead knowledgeBase={shown} />}
          action={editable && <BaseActions knowledgeBase={shown} readers={readers} />}
        >
          <KnowledgeBaseTabs id={id} />
          <Flex direction="column" gap="6">
            <ConnectionNote name={knowledgeBaseLine(organizationId, id).name} />
            <OutdatedNote counts={shown.counts} />
            <ResourceView resource={indexes} label={t('Indexes')} skeleton={null}>
              {() => <ReindexNote actor={reindex} editable={editable} />}
            </ResourceView>
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
                {history && <IndexHistory indexes={history} actor={reindex} editable={editable} />}
              </Stack>
            ) : (
              <DocumentsPart knowledgeBase={shown} actor={actor} readers={readers} editable={editable} />
            )}
          </Flex>
          <WritingDialogs actor={actor} />
          {reader && <Reader actor={reader} marked="" onEdit={editable ? editPassage : undefined} />}
          {readers && <ReadersDialog actor={readers} />}
        </Page>
      )}
    </ResourceView>
  )
}

/** The shape of the page while it loads; not a separate component, so that the heading keeps the focus. */
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

/** While passages wait for the vectors of a new embedding model. */
function OutdatedNote({ counts: { passages, outdated = 0 } }: Pick<KnowledgeBase, 'counts'>) {
  if (outdated === 0) return null
  const done = Math.max(0, passages - outdated)
  return (
    <Notice tone="caution">
      <Text fontWeight="semibold">{t('A new embedding model is processing this knowledge base.')}</Text>
      <Text color="ink.2">
        {t('Assistants keep answering. Until then, unprocessed passages are found by keyword only.')}
      </Text>
      <Flex align="center" gap="4" mt="2" wrap="wrap">
        <ProgressBar
          label={t('Progress of the new embedding model')}
          value={passages === 0 ? 0 : done / passages}
        />
        <Text textStyle="small" color="ink.2" whiteSpace="nowrap">
          {t('{done} of {total, plural, one {# passage} other {# passages}}', {
            done: formatNumber(done),
            total: passages,
          })}
        </Text>
      </Flex>
    </Notice>
  )
}
