import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { selectSearch } from '../../../machines/navigation/navigation.selectors.ts'
import { useActors, useMachines, useOrganizationId, useResource, useRouteParam } from '../../actors.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { EmptyState, SkeletonLine } from '../../parts/states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { filterIn, historyPath } from './filter.ts'
import { Filters } from './filters.tsx'
import { PastConversation } from './past-conversation.tsx'

const LEAD = 'Every conversation with this assistant, as it was seen.'

/** S2.17: the conversations with an assistant. `?conversation=` names the one that is read, the rest filters. */
export function HistoryScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const integration = useResource('integration', { organizationId, id })
  return (
    <ResourceView
      resource={integration}
      skeleton={
        <Page title="Chat History" lead={LEAD}>
          <Flex direction="column" gap="5" maxWidth="20rem" aria-busy="true" aria-label="Loading">
            <SkeletonLine height="2.4em" />
            <SkeletonLine height="2.4em" />
            <SkeletonLine height="2.4em" />
          </Flex>
        </Page>
      }
    >
      {({ counts }) =>
        counts.questions > 0 ? (
          <History integrationId={id} />
        ) : (
          <Page title="Chat History" lead={LEAD}>
            <EmptyState
              title="Nobody has asked yet."
              action={<ButtonLink to={`/integrations/${id}`}>Go to the Playground</ButtonLink>}
            >
              Every question and its answer will be kept here, with the passages that it quoted.
            </EmptyState>
          </Page>
        )
      }
    </ResourceView>
  )
}

function History({ integrationId }: { integrationId: string }) {
  const search = new URLSearchParams(useSelector(useActors().navigation, selectSearch))
  const id = search.get('conversation')
  const filter = filterIn(search)
  const deletion = useActorRef(useMachines().deleteConversation)
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: '17.5rem minmax(0, 1fr)' }}
      templateRows="minmax(0, 1fr)"
      height={{
        base: id === null ? undefined : 'calc(100dvh - var(--l-sizes-14))',
        lg: 'calc(100dvh - var(--l-sizes-14))',
      }}
    >
      <Box
        hideBelow={id === null ? undefined : 'lg'}
        overflowY="auto"
        borderInlineEnd={{ lg: '1px solid' }}
        borderColor={{ lg: 'rule' }}
        px={{ base: '5', lg: '3' }}
        py="7"
      >
        <Heading
          as="h1"
          textStyle={{ base: 'title', lg: 'section' }}
          tabIndex={-1}
          outline="none"
          px={{ lg: '2.5' }}
          mb="4"
        >
          Chat History
        </Heading>
        <Filters integrationId={integrationId} filter={filter} shownId={id} />
        <ConversationList
          key={historyPath(integrationId, filter, null)}
          integrationId={integrationId}
          filter={filter}
          shownId={id}
        />
      </Box>
      {id === null ? (
        <Flex hideBelow="lg" align="center" justify="center" p="11">
          <Text textStyle="section" fontStyle="italic" color="ink.2">
            Choose a conversation to read it again.
          </Text>
        </Flex>
      ) : (
        <PastConversation
          key={id}
          listPath={historyPath(integrationId, filter, null)}
          id={id}
          deletion={deletion}
        />
      )}
      <ConfirmDialog
        actor={deletion}
        title={(title) => `Delete “${title}”?`}
        confirm="Delete conversation"
        busy="Deleting…"
      >
        The conversation is removed for everybody. <b>This cannot be undone.</b>
      </ConfirmDialog>
    </Grid>
  )
}
