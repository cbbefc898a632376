import { t } from '../../texts/t.ts'
import { ListWaiting } from '../parts/beside.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { Page } from '../parts/page.tsx'
import { ResourceView } from '../parts/resource-view.tsx'
import { EmptyState } from '../parts/states.tsx'
import { useOrganizationId, useResource } from '../workspace.ts'
import { ConversationBrowser } from './conversation-browser/conversation-browser.tsx'

const TITLE = t('Conversations')
const LEAD = t('All questions asked in this organization.')

/** S2.20: the conversations with every assistant of the organization. */
export function ConversationsScreen() {
  const integrations = useResource('integrations', { organizationId: useOrganizationId() })
  return (
    <ResourceView
      resource={integrations}
      title={TITLE}
      skeleton={<ListWaiting title={TITLE} />}
      empty={
        <Page title={TITLE} lead={LEAD}>
          <EmptyState
            title={t('No assistants yet.')}
            action={<ButtonLink to="/integrations">{t('Go to Integrations')}</ButtonLink>}
          >
            {t('Every conversation with an assistant is listed here. Create an assistant first.')}
          </EmptyState>
        </Page>
      }
    >
      {(assistants) => (
        <ConversationBrowser
          browsed={{ title: TITLE, path: '/conversations', integrationId: null, assistants }}
        />
      )}
    </ResourceView>
  )
}
