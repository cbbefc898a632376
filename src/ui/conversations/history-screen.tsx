import { t } from '../../texts/t.ts'
import { useRouteParam } from '../actors.ts'
import { ListWaiting } from '../parts/beside.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { Page } from '../parts/page.tsx'
import { ResourceView } from '../parts/resource-view.tsx'
import { EmptyState } from '../parts/states.tsx'
import { useOrganizationId, useResource } from '../workspace.ts'
import { ConversationBrowser } from './conversation-browser/conversation-browser.tsx'

const LEAD = t('All conversations with this assistant.')

/** S2.17: the conversations with an assistant. */
export function HistoryScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const integration = useResource('integration', { organizationId, id })
  return (
    <ResourceView
      resource={integration}
      title={t('Chat History')}
      skeleton={<ListWaiting title={t('Chat History')} />}
    >
      {({ counts }) =>
        counts.questions > 0 ? (
          <ConversationBrowser
            browsed={{
              title: t('Chat History'),
              path: `/integrations/${id}/history`,
              integrationId: id,
              assistants: null,
            }}
          />
        ) : (
          <Page title={t('Chat History')} lead={LEAD}>
            <EmptyState
              title={t('No questions yet.')}
              action={<ButtonLink to={`/integrations/${id}`}>{t('Go to the Playground')}</ButtonLink>}
            >
              {t('Questions appear here with their answers and quoted passages.')}
            </EmptyState>
          </Page>
        )
      }
    </ResourceView>
  )
}
