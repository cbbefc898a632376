import { Box, Flex, Text } from '@chakra-ui/react'
import type { Integration } from '../../../services/contract/integrations.ts'
import { useOrganizationId, useResource } from '../../actors.tsx'
import { counted, formatDate } from '../../parts/format.ts'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { EmptyState, SkeletonCards, SkeletonLine } from '../../parts/states.tsx'

/** S2.20: what was asked in the whole organization, assistant by assistant. */
export function ConversationsScreen() {
  const organizationId = useOrganizationId()
  const integrations = useResource('integrations', { organizationId })
  return (
    <Page title="Conversations" lead="What was asked in this organization, assistant by assistant.">
      <ResourceView
        resource={integrations}
        skeleton={<SkeletonCards />}
        empty={
          <EmptyState
            title="Nobody to ask yet."
            action={<ButtonLink to="/integrations">Go to Integrations</ButtonLink>}
          >
            Every conversation with an assistant is listed here. Create an assistant first.
          </EmptyState>
        }
      >
        {(list) => (
          <Flex direction="column" gap="9">
            {list.map((integration) => (
              <OfAssistant key={integration.id} integration={integration} />
            ))}
          </Flex>
        )}
      </ResourceView>
    </Page>
  )
}

function OfAssistant({ integration: { id, name } }: { integration: Integration }) {
  const conversations = useResource('conversations', {
    organizationId: useOrganizationId(),
    integrationId: id,
  })
  return (
    <Box as="section" aria-label={name}>
      <Text as="h2" textStyle="section" mb="2.5" overflowWrap="anywhere">
        {name}
      </Text>
      <ResourceView
        resource={conversations}
        skeleton={<SkeletonLine width="60%" />}
        empty={<Text color="ink.2">Nothing was asked yet.</Text>}
      >
        {(list) => (
          <>
            <Box as="ul" listStyleType="none" borderTop="1px solid" borderColor="rule">
              {list.map(({ id: conversationId, title, message_count, last_message_at }) => (
                <Flex
                  as="li"
                  key={conversationId}
                  justify="space-between"
                  gap="4"
                  wrap="wrap"
                  py="3"
                  borderBottom="1px solid"
                  borderColor="rule"
                >
                  <Link to={`/integrations/${id}/history?conversation=${conversationId}`} fontSize="md">
                    {title}
                  </Link>
                  <Text textStyle="small" color="ink.2">
                    {counted(message_count, 'message')} · {formatDate(last_message_at)}
                  </Text>
                </Flex>
              ))}
            </Box>
            <Link to={`/integrations/${id}/history`} display="inline-block" mt="3" fontSize="md">
              All in Chat History
            </Link>
          </>
        )}
      </ResourceView>
    </Box>
  )
}
