import type { SignIn } from '../../../services/contract/security.ts'
import { formatMoment } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useResource } from '../../workspace.ts'
import { Row, Rows } from './row.tsx'
import { RowsSkeleton } from './sessions.tsx'

const outcomes: Readonly<Record<SignIn['outcome'], string>> = {
  signed_in: 'Logged in',
  wrong_password: 'Wrong password',
  wrong_code: 'Wrong code',
}

/** Who tried to get in lately. */
export function SignIns() {
  const signIns = useResource('signIns', {})
  return (
    <Section
      title="Recent sign-ins"
      lead="The last twenty. If one was not you, change your password and log out all others."
    >
      <ResourceView resource={signIns} skeleton={<RowsSkeleton />}>
        {(list) => (
          <Rows label="Recent sign-ins">
            {list.map(({ id, outcome, device, address, created_at }) => (
              <Row
                key={id}
                title={device}
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
