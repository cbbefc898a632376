import type { Privacy } from '../../../services/contract/privacy.ts'
import { t } from '../../../texts/t.ts'
import { Link } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { ORGANIZATION } from '../../shell/settings/settings-items.ts'
import type { Fact } from './facts.tsx'

export const keptFacts = ({ audit_days }: Privacy): Fact[] => [
  [
    t('Conversations'),
    <Rich
      key="conversations"
      text={t('For as long as <0>your rules</0> say. Without a rule, until someone deletes them.')}
      parts={[<Link to={ORGANIZATION.path} />]}
    />,
  ],
  [
    t('Documents'),
    t(
      'Until someone deletes them, with up to 10 versions. Pages that disappear from a source are kept for another 30 days, or less by your rules.',
    ),
  ],
  [
    t('Visitors of public pages'),
    t('Their link to a conversation is deleted 90 days after their last visit.'),
  ],
  [
    t('Audit log'),
    t('{audit_days, plural, one {# day} other {# days}}, by your plan and your rules.', { audit_days }),
  ],
  [t('Log-ins and notifications'), t('90 days.')],
  [t('Webhook deliveries'), t('30 days, or less by your rules.')],
  [t('Backups'), t('For as long as the operator keeps them.')],
]
