import { Stack } from '@chakra-ui/react'
import type { Privacy } from '../../../services/contract/privacy.ts'
import { t } from '../../../texts/t.ts'
import { Link } from '../../parts/link.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { ORGANIZATION } from '../../shell/settings/settings-items.ts'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource } from '../../workspace.ts'
import { PersonalDataSection } from './personal-data-section.tsx'
import { accessFacts, type Fact, Facts, recipientFacts } from './privacy-facts.tsx'

const encryptionFacts = ({ is_encrypted_in_transit }: Privacy): Fact[] => [
  [
    t('In transit'),
    is_encrypted_in_transit
      ? t('People reach this installation over HTTPS.')
      : t(
          'This installation has no public HTTPS address. The operator should set one before other people use it.',
        ),
  ],
  [t('Passwords'), t('Stored as Argon2id hashes.')],
  [t('API keys and emailed links'), t('Stored as hashes. A key is shown once and cannot be read again.')],
  [
    t('Secrets for other services'),
    t(
      'Keys and secrets of models, webhooks, sources, channels, Zendesk, verified customers, single sign-on and two-factor log-in are encrypted with AES-256-GCM. The encryption key is not in the database.',
    ),
  ],
  [
    t('Documents and conversations'),
    t('Lectern stores them unencrypted so that it can search them. Disk encryption is up to the operator.'),
  ],
]

/** Answers for a security and privacy review, as this installation is currently configured. */
export function PrivacyScreen() {
  return (
    <ManagersPage
      title={t('Privacy')}
      lead={t('Where your data goes, how it is protected, how long it is kept and who has access.')}
      refusal={t('Only owners and admins can see this page.')}
    >
      {(id) => <Evidence organizationId={id} />}
    </ManagersPage>
  )
}

function Evidence({ organizationId }: { organizationId: string }) {
  return (
    <Stack gap="8">
      <ResourceView
        resource={useResource('privacy', { organizationId })}
        skeleton={<SkeletonRows count={8} />}
      >
        {(privacy) => <Sections privacy={privacy} />}
      </ResourceView>
      <PersonalDataSection organizationId={organizationId} />
    </Stack>
  )
}

const Sections = ({ privacy }: { privacy: Privacy }) => (
  <Stack gap="8">
    <Section
      title={t('Where data goes')}
      lead={t('Models and services that receive data from your organization.')}
    >
      <Facts label={t('Where data goes')} facts={recipientFacts(privacy.recipients)} />
    </Section>
    <Section title={t('How it is protected')}>
      <Facts label={t('How it is protected')} facts={encryptionFacts(privacy)} />
    </Section>
    <Section title={t('How long it is kept')}>
      <Facts label={t('How long it is kept')} facts={keptFacts(privacy)} />
    </Section>
    <Section title={t('Who has access')}>
      <Facts label={t('Who has access')} facts={accessFacts(privacy.access)} />
    </Section>
  </Stack>
)

const keptFacts = ({ audit_days }: Privacy): Fact[] => [
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
