import { Box, chakra, Flex, Input, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { KnowledgeBaseRef } from '../../../machines/knowledge/knowledge-base.machine.ts'
import {
  DOCUMENT_NAME_MAX,
  DOCUMENT_SEARCH_MAX,
  type Document,
  type DocumentFilter,
} from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { joined } from '../../parts/joined.ts'
import { LongList } from '../../parts/long-list.tsx'
import { PagesView } from '../../parts/pages-view.tsx'
import { Select } from '../../parts/select-field.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { usePages } from '../../workspace.ts'
import { useDocumentReaders } from '../readers/managed-documents.tsx'
import { DocumentActors, useDocumentActors } from './document-menu.tsx'
import { DocumentRow, RowCheck } from './document-row.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

const STATES = [
  ['', t('Any state')],
  ['ready', t('Ready')],
  ['working', t('In progress')],
  ['failed', t('Failed')],
  ['disabled', t('Disabled')],
] as const
const SOURCES = [
  ['', t('Any source')],
  ['file', t('Files')],
  ['page', t('Web pages')],
  ['text', t('Texts')],
  ['faq', t('Questions')],
] as const
const ORDERS = [
  ['newest', t('Newest first')],
  ['oldest', t('Oldest first')],
  ['name', t('By name')],
  ['largest', t('Largest first')],
] as const

interface ListProps {
  actor: KnowledgeBaseRef
  editable: boolean
}

interface DocumentsProps extends ListProps {
  /** Whether there are any, ignoring the filter. */
  hasAny: boolean
}

/** The documents of a knowledge base: searched, selected, changed. */
export function Documents({ actor, editable, hasAny }: DocumentsProps) {
  const filter = useSelector(actor, ({ context }) => context.filter)
  const deletion = useProvidedActor('deleteDocuments')
  const renaming = useProvidedActor('renameDocument')
  const file = useProvidedActor('documentFile')
  const versions = useProvidedActor('documentVersions')
  return (
    <DocumentActors value={{ deletion, renaming, file, versions }}>
      <Box as="section" aria-label={t('Documents')}>
        {hasAny && <Finder actor={actor} />}
        <Found key={JSON.stringify(filter)} actor={actor} filter={filter} editable={editable} />
      </Box>
      <FormDialog actor={renaming} title={t('Rename document')} submit={t('Rename')} busy={t('Renaming…')}>
        <TextField name="name" label={t('Name')} maxLength={DOCUMENT_NAME_MAX} autoFocus />
      </FormDialog>
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete {name}?', { name })}
        confirm={t('Delete')}
        busy={t('Deleting…')}
      >
        {t(
          'Assistants immediately stop quoting what you delete. Earlier answers keep the words they quoted.',
        )}
      </ConfirmDialog>
      <VersionsDialog actor={versions} editable={editable} />
    </DocumentActors>
  )
}

/** Search, state and order. */
function Finder({ actor }: { actor: KnowledgeBaseRef }) {
  const draft = useSelector(actor, ({ context }) => context.draft)
  const following = useSelector(actor, (snapshot) => snapshot.matches({ filter: 'typing' }))
  const change = (change: Partial<DocumentFilter>) => actor.send({ type: 'filter.changed', change })
  return (
    <chakra.search aria-busy={following} display="flex" gap="2.5" flexWrap="wrap" mb="4">
      <Input
        type="search"
        aria-label={t('Search documents')}
        placeholder={t('Search documents')}
        maxLength={DOCUMENT_SEARCH_MAX}
        value={draft.q ?? ''}
        onChange={({ target }) => change({ q: target.value || undefined })}
        height="38px"
        fontSize="md"
        flex="1 1 14rem"
      />
      <Choice
        label={t('Status')}
        value={draft.status ?? ''}
        options={STATES}
        onChange={(status) => change({ status: (status || undefined) as DocumentFilter['status'] })}
      />
      <Choice
        label={t('Source')}
        value={draft.source ?? ''}
        options={SOURCES}
        onChange={(source) => change({ source: (source || undefined) as DocumentFilter['source'] })}
      />
      <Choice
        label={t('Order')}
        value={draft.sort ?? 'newest'}
        options={ORDERS}
        onChange={(sort) => change({ sort: sort as DocumentFilter['sort'] })}
      />
    </chakra.search>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

const Choice = ({ label, onChange, ...choice }: ChoiceProps) => (
  <Select
    {...choice}
    aria-label={label}
    onChange={({ target }) => onChange(target.value)}
    width="auto"
    height="38px"
    fontSize="md"
    flex={{ base: '1 1 8rem', sm: '0 0 auto' }}
  />
)

function Found({ actor, filter, editable }: ListProps & { filter: DocumentFilter }) {
  const { organizationId, knowledgeBaseId } = useSelector(actor, ({ context }) => context)
  const pages = usePages('documents', { organizationId, knowledgeBaseId, filter })
  const read = useSelector(pages.actor, ({ context }) => context.data as readonly Document[] | undefined)
  useEffect(() => {
    if (read) actor.send({ type: 'documents.read', ids: read.map(({ id }) => id) })
  }, [actor, read])
  const isFiltered = Object.keys(filter).some((name) => name !== 'sort')
  return (
    <PagesView
      pages={pages}
      skeleton={<SkeletonRows />}
      empty={
        <Text textStyle="section" fontStyle="italic" color="ink.2" py="4" role="status">
          {isFiltered
            ? t('No matching documents.')
            : t('No documents yet. Add one, and assistants can quote it in seconds.')}
        </Text>
      }
    >
      {({ items: documents, total, rest }) => (
        <>
          <Head actor={actor} documents={documents} total={total} editable={editable} />
          <Box borderTop="1px solid" borderColor="rule">
            <LongList label={t('Documents')} items={documents} keyOf={({ id }) => id}>
              {(document) => <DocumentRow document={document} actor={actor} editable={editable} />}
            </LongList>
          </Box>
          {rest}
        </>
      )}
    </PagesView>
  )
}

interface HeadProps extends ListProps {
  documents: readonly Document[]
  total: number
}

/** The number of documents; once some are selected, the actions on all of those. */
function Head({ actor, documents, total, editable }: HeadProps) {
  const selected = useSelector(actor, ({ context }) => context.selected)
  const knowledgeBaseId = useSelector(actor, ({ context }) => context.knowledgeBaseId)
  const busy = useSelector(actor, (snapshot) => snapshot.matches({ change: 'changing' }))
  const some = useSelector(actor, (snapshot) => snapshot.matches({ selection: 'some' }))
  const { change: changeReaders } = useDocumentReaders()
  const { deletion } = useDocumentActors()
  const all = documents.length > 0 && selected.length === documents.length
  const request = (action: 'enable' | 'disable' | 'retry') =>
    actor.send({ type: 'change.requested', ids: selected, action, ofSelection: true })
  return (
    <Flex align="center" gap="3" wrap="wrap" minHeight="34px" mb="2">
      {editable && (
        <RowCheck
          label={t('Select all on this page')}
          checked={all}
          onChange={() =>
            actor.send({ type: 'documents.selected', ids: all ? [] : documents.map(({ id }) => id) })
          }
        />
      )}
      <Text textStyle="small" color="ink.2" role="status" flex="1">
        {some
          ? joined([
              t('{selected, number} of {total, number} selected', { selected: selected.length, total }),
              busy && t('Saving…'),
            ])
          : t('{total, plural, =0 {No documents} one {# document} other {# documents}}', { total })}
      </Text>
      {some && (
        <Flex gap="2" wrap="wrap">
          <Button size="sm" disabled={busy} onClick={() => request('enable')}>
            {t('Enable')}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => request('disable')}>
            {t('Disable')}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => request('retry')}>
            {t('Try again')}
          </Button>
          {changeReaders && (
            <Button
              size="sm"
              disabled={busy}
              onClick={() => changeReaders(documents.filter(({ id }) => selected.includes(id)))}
            >
              {t('Readers')}
            </Button>
          )}
          <Button
            size="sm"
            variant="danger"
            disabled={busy}
            onClick={() =>
              ask(deletion, {
                id: knowledgeBaseId,
                name: t('{selected, plural, =0 {No documents} one {# document} other {# documents}}', {
                  selected: selected.length,
                }),
                parts: selected,
              })
            }
          >
            {t('Delete')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => actor.send({ type: 'selection.cleared' })}>
            {t('Clear selection')}
          </Button>
        </Flex>
      )}
    </Flex>
  )
}
