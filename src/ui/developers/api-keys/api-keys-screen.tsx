import { t } from '../../../texts/t.ts'
import { Guide } from '../../parts/guide.tsx'
import { Link } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource } from '../../workspace.ts'
import { KeySection } from './key-section.tsx'

/** The keys of an organization, for owners and admins. */
export function ApiKeysScreen() {
  return (
    <ManagersPage
      title={t('API keys')}
      lead={
        <Rich
          text={t(
            'For programs and MCP clients that act for your organization: see <0>the guide to the API</0> and <1>the guide to MCP</1>.',
          )}
          parts={[<Guide to="api" />, <Guide to="mcp" />]}
        />
      }
      refusal={
        <Rich
          text={t('Only owners and admins can manage these keys. <0>Your own keys are under Security.</0>')}
          parts={[<Link to="/security" />]}
        />
      }
    >
      {(id) => <OrganizationKeys organizationId={id} />}
    </ManagersPage>
  )
}

const OrganizationKeys = ({ organizationId }: { organizationId: string }) => (
  <KeySection
    keys={useResource('organizationKeys', { organizationId })}
    organizationId={organizationId}
    title={t('Organization keys')}
    lead={t('Keys keep working after their creator leaves, and do not use a seat.')}
  />
)
