import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { PencilLine, Trash2 } from 'lucide-react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { Passage } from '../../../services/contract/documents.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { useRouteParam } from '../../actors.ts'
import { Reader } from '../../conversation/reader.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { counted, formatBytes } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { UploadState } from '../../parts/upload-state.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { AddDocuments } from './add-documents.tsx'
import { CrawlDialog } from './crawl-dialog.tsx'
import { Dialogs } from './dialogs.tsx'
import { DocumentActors } from './document-actors.ts'
import { Documents } from './documents.tsx'
import { useKnowledgeBaseMachines } from './machines.ts'
import { WebSources } from './web-sources.tsx'

/** S2.12: one knowledge base; its ingestion arrives live. */
export function KnowledgeBaseScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('id')
  const knowledgeBase = useResource('knowledgeBase', { organizationId, id })
  return (
    <ResourceView resource={knowledgeBase} title="Knowledge base" skeleton={<Waiting />}>
      {(loaded) => <Loaded knowledgeBase={loaded} />}
    </ResourceView>
  )
}

/** The shape of the page while it is read. */
const Waiting = () => (
  <Box px={{ base: '5', md: '11' }} py={{ base: '7', md: '9' }} maxWidth="page" aria-busy="true">
    <SkeletonLine width="14rem" height="2.6em" />
    <Flex direction="column" gap="5" mt="7">
      <SkeletonLine height="5.5em" />
      <SkeletonLine height="3em" />
      <SkeletonLine height="3em" />
      <SkeletonLine height="3em" />
    </Flex>
  </Box>
)

function Loaded({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { id, organization_id: organizationId, name, description, counts } = knowledgeBase
  const machines = useKnowledgeBaseMachines()
  const { workspace, organizations } = useWorkspace()
  const actor = useViewActor(machines.knowledgeBase, { input: { organizationId, knowledgeBaseId: id } })
  const details = useViewActor(machines.changeKnowledgeBase)
  const deletion = useViewActor(machines.deleteKnowledgeBase)
  const removal = useViewActor(machines.deleteDocuments)
  const renaming = useViewActor(machines.renameDocument)
  const file = useViewActor(machines.documentFile)
  const crawl = useViewActor(machines.crawl)
  const webSources = useViewActor(machines.webSources)
  const sourceRemoval = useViewActor(machines.deleteSource)
  const sources = useResourceData(useResource('webSources', { organizationId, knowledgeBaseId: id }))
  const editable = useSelector(organizations, canEdit)
  const reader = useSelector(actor, ({ children }) => children.reader)
  const upload = useSelector(workspace, ({ context }) => context.uploads[id])
  const write = (form: 'writeText' | 'writeFaq') =>
    actor.getSnapshot().children[form]?.send({ type: 'form.opened', values: { knowledgeBaseId: id } })
  const editPassage = ({ id: passageId, content, enabled, original }: Passage) =>
    actor.getSnapshot().children.editPassage?.send({
      type: 'form.opened',
      values: { id: passageId, content, enabled, original },
    })
  return (
    <Page
      title={name}
      lead={
        <>
          {description && <Text>{description}</Text>}
          <Text>{factsOf(knowledgeBase)}</Text>
        </>
      }
      action={
        editable && (
          <Flex gap="2">
            <Button
              variant="ghost"
              onClick={() => details.send({ type: 'form.opened', values: { id, name, description } })}
            >
              <PencilLine aria-hidden />
              Edit
            </Button>
            <Button
              variant="ghost"
              onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}
            >
              <Trash2 aria-hidden />
              Delete
            </Button>
          </Flex>
        )
      }
    >
      <DocumentActors value={{ renaming, file }}>
        <Flex direction="column" gap="6">
          {editable && (
            <AddDocuments
              onFiles={(files) =>
                files.length > 0 &&
                workspace.send({ type: 'files.chosen', to: { knowledgeBaseId: id, name }, files })
              }
              onPages={() => crawl.send({ type: 'form.opened', knowledgeBaseId: id })}
              onText={() => write('writeText')}
              onFaq={() => write('writeFaq')}
            />
          )}
          {upload && <UploadState actor={upload} />}
          <ConnectionNote name={`knowledge-base:${id}`} />
          <WebSources
            sources={sources ?? []}
            actor={webSources}
            deletion={sourceRemoval}
            editable={editable}
          />
          <Documents actor={actor} deletion={removal} editable={editable} hasAny={counts.documents > 0} />
        </Flex>
        <Dialogs actor={actor} deletion={removal} />
        <CrawlDialog actor={crawl} />
        <ConfirmDialog
          actor={sourceRemoval}
          title={(url) => `Delete ${url}?`}
          confirm="Delete source"
          busy="Deleting…"
        >
          The documents that it has brought go with it. Answers given so far keep the words that they quoted.
        </ConfirmDialog>
      </DocumentActors>
      {reader && <Reader actor={reader} marked="" onEdit={editable ? editPassage : undefined} />}
      <FormDialog actor={details} title="Edit knowledge base" submit="Save" busy="Saving…">
        <TextField name="name" label="Name" maxLength={80} autoFocus />
        <TextField name="description" label="Description" rows={3} maxLength={500} />
      </FormDialog>
      <ConfirmDialog
        actor={deletion}
        title={(subject) => `Delete “${subject}”?`}
        confirm="Delete knowledge base"
        busy="Deleting…"
      >
        Its {counted(counts.documents, 'document').toLowerCase()} and everything read from them are removed
        for good. Answers given so far keep the words that they quoted.{' '}
        <Text as="b">This cannot be undone.</Text>
      </ConfirmDialog>
    </Page>
  )
}

const factsOf = ({ counts }: KnowledgeBase) =>
  counts.documents === 0
    ? null
    : `${counted(counts.documents, 'document')}, ${counted(counts.passages, 'passage').toLowerCase()}, ${formatBytes(counts.bytes)}`
