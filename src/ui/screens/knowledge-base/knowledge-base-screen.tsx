import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Trash2 } from 'lucide-react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import { useRouteParam } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { counted, formatBytes } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonCards } from '../../parts/states.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { Documents } from './documents.tsx'
import { DropZone } from './drop-zone.tsx'
import { useKnowledgeBaseMachines } from './machines.ts'

/** S2.12: one knowledge base; its ingestion arrives live. */
export function KnowledgeBaseScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('id')
  const machines = useKnowledgeBaseMachines()
  const knowledgeBase = useResource('knowledgeBase', { organizationId, id })
  const documents = useResource('documents', { organizationId, knowledgeBaseId: id })
  const live = useViewActor(machines.knowledgeBase, { input: { organizationId, knowledgeBaseId: id } })
  const upload = useViewActor(machines.upload, { input: { knowledgeBaseId: id } })
  const deletion = useViewActor(machines.deleteKnowledgeBase)
  const editable = useSelector(useWorkspace().organizations, canEdit)
  return (
    <ResourceView
      resource={knowledgeBase}
      title="Knowledge base"
      skeleton={
        <Page title=" ">
          <SkeletonCards />
        </Page>
      }
    >
      {({ name, description, counts }) => (
        <Page
          title={name}
          lead={
            description ||
            `${counted(counts.documents, 'document')} · ${counted(counts.passages, 'passage')} · ${formatBytes(counts.bytes)}`
          }
          action={
            editable && (
              <Button
                variant="ghost"
                onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}
              >
                <Trash2 aria-hidden />
                Delete
              </Button>
            )
          }
        >
          <Flex direction="column" gap="7">
            {editable && <DropZone actor={upload} />}
            <ConnectionNote name={`knowledge-base:${id}`} />
            <Documents resource={documents} live={live} editable={editable} />
          </Flex>
          <ConfirmDialog
            actor={deletion}
            title={(subject) => `Delete “${subject}”?`}
            confirm="Delete knowledge base"
            busy="Deleting…"
          >
            Its {counted(counts.documents, 'document').toLowerCase()} and everything read from them are
            removed for good. Answers given so far keep the words that they quoted.{' '}
            <Text as="b">This cannot be undone.</Text>
          </ConfirmDialog>
        </Page>
      )}
    </ResourceView>
  )
}
