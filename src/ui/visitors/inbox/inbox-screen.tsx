import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { selectSearch } from '../../../machines/shell/navigation/navigation.selectors.ts'
import { inboxPath, inboxViewIn } from '../../../machines/visitors/inbox/inbox-address.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { ListColumn, NoneChosen } from '../../parts/beside.tsx'
import { FillBeside } from '../../parts/fill.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { NotOffered } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { InboxConversation } from './inbox-conversation.tsx'
import { InboxList } from './inbox-list.tsx'
import { useInboxCommands } from './use-inbox-commands.ts'

const TITLE = t('Inbox')

/** The conversations for which a person was requested: who waits, who has them, and the replies. */
export function InboxScreen() {
  const me = useResource('me', {})
  return (
    <ResourceView resource={me} title={TITLE} skeleton={<SkeletonRows />}>
      {({ id }) => <InboxOf userId={id} />}
    </ResourceView>
  )
}

function InboxOf({ userId }: { userId: string }) {
  const organizationId = useOrganizationId()
  const search = useSelector(useActors().navigation, selectSearch)
  const view = useMemo(() => inboxViewIn(search), [search])
  const inbox = useProvidedActor('inbox', { input: { organizationId, userId, view } })
  useEffect(() => inbox.send({ type: 'view.changed', view }), [inbox, view])
  useInboxCommands(inbox, userId)
  const isMissing = useSelector(inbox, (snapshot) => snapshot.hasTag('listMissing'))
  const isBeside = view.conversationId !== null
  if (isMissing)
    return (
      <Page title={TITLE}>
        <NotOffered />
      </Page>
    )
  return (
    <FillBeside>
      <ListColumn title={TITLE} isBeside={isBeside}>
        <InboxList inbox={inbox} view={view} />
      </ListColumn>
      {isBeside ? (
        <InboxConversation
          key={view.conversationId}
          inbox={inbox}
          listPath={inboxPath({ ...view, conversationId: null })}
        />
      ) : (
        <NoneChosen>{t('Select a conversation to reply.')}</NoneChosen>
      )}
    </FillBeside>
  )
}
