import { useConversation, useOrganizationId, useResource, useRouteParam } from '../../actors.tsx'
import { ConversationPane, Waiting } from '../../conversation/conversation-pane.tsx'
import { Fill } from '../../parts/fill.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'

/** S2.17: ask the assistant, and see its sources in the margin beside the answer. */
export function PlaygroundScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const integration = useResource('integration', { organizationId, id })
  const conversation = useConversation(id)
  return (
    <ResourceView resource={integration} skeleton={<Waiting />}>
      {(data) =>
        conversation ? (
          <Fill>
            <ConversationPane assistant={data} actor={conversation} />
          </Fill>
        ) : (
          <Waiting />
        )
      }
    </ResourceView>
  )
}
