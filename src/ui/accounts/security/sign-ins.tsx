import type { SignIn } from '../../../services/contract/security.ts'
import { deviceOf } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { formatMoment } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useResource } from '../../workspace.ts'

const outcomes: Readonly<Record<SignIn['outcome'], string>> = {
  signed_in: t('Logged in'),
  wrong_password: t('Wrong password'),
  wrong_code: t('Wrong code'),
}

/** Recent attempts to sign in. */
export function SignIns() {
  const signIns = useResource('signIns', {})
  return (
    <Section
      title={t('Recent log-ins')}
      lead={t('The last 20. If you do not recognize one, change your password and log out all others.')}
    >
      <ResourceView resource={signIns} skeleton={<SkeletonRows count={2} />}>
        {(list) => (
          <Rows label={t('Recent log-ins')}>
            {list.map(({ id, outcome, address, created_at, ...sent }) => (
              <Row
                key={id}
                title={deviceOf(sent)}
                aside={
                  <Badge tone={outcome === 'signed_in' ? 'quiet' : 'caution'}>{outcomes[outcome]}</Badge>
                }
              >
                {formatMoment(created_at)} · {address}
              </Row>
            ))}
          </Rows>
        )}
      </ResourceView>
    </Section>
  )
}
