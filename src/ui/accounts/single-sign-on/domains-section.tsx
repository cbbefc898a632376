import { Flex, Stack } from '@chakra-ui/react'
import { DOMAIN_MAX, type EmailDomain } from '../../../services/contract/single-sign-on.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopiedValue } from '../../parts/copy-button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'

interface DomainsSectionProps {
  organizationId: string
  domains: readonly EmailDomain[]
  mayChange: boolean
}

/** The domains whose addresses can sign in through the provider, each verified by a DNS record. */
export function DomainsSection({ organizationId, domains, mayChange }: DomainsSectionProps) {
  const addition = useProvidedActor('addDomain')
  const verification = useProvidedActor('verifyDomain')
  const removal = useProvidedActor('removeDomain')
  const subjectOf = ({ id, domain }: EmailDomain) => ({ organizationId, id, name: domain })
  const title = t('Email domains')
  return (
    <Section
      title={title}
      lead={t('Only people with addresses of verified domains can log in with the provider.')}
      action={
        mayChange && (
          <Button onClick={() => addition.send({ type: 'form.opened', organizationId })}>
            {t('Add domain')}
          </Button>
        )
      }
    >
      {domains.length === 0 ? (
        <EmptyLine>{t('No domains yet.')}</EmptyLine>
      ) : (
        <Rows label={title}>
          {domains.map((domain) => (
            <DomainRow
              key={domain.id}
              domain={domain}
              mayChange={mayChange}
              onVerify={() => ask(verification, subjectOf(domain))}
              onRemove={() => ask(removal, subjectOf(domain))}
            />
          ))}
        </Rows>
      )}
      <FormDialog actor={addition} title={t('Add domain')} submit={t('Add domain')} busy={t('Adding…')}>
        <TextField
          name="domain"
          label={t('Domain')}
          maxLength={DOMAIN_MAX}
          placeholder={t('example.com')}
          autoFocus
        />
      </FormDialog>
      <ConfirmDialog
        actor={verification}
        title={(name) => t('Verify {name}?', { name })}
        confirm={t('Verify')}
        busy={t('Checking…')}
        isHarmless
      >
        {t('We look up the DNS record now. A new record can take an hour to appear.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={removal}
        title={(name) => t('Remove {name}?', { name })}
        confirm={t('Remove domain')}
        busy={t('Removing…')}
      >
        {t('People with its addresses can no longer log in with the provider. They stay members.')}
      </ConfirmDialog>
    </Section>
  )
}

interface DomainRowProps {
  domain: EmailDomain
  mayChange: boolean
  onVerify: () => void
  onRemove: () => void
}

function DomainRow({
  domain: { domain, record_name, record_value, verified_at },
  mayChange,
  onVerify,
  onRemove,
}: DomainRowProps) {
  const isVerified = verified_at !== null
  return (
    <Row
      title={domain}
      badge={
        isVerified ? (
          <Badge tone="good">{t('Verified')}</Badge>
        ) : (
          <Badge tone="caution">{t('Not verified')}</Badge>
        )
      }
    >
      {!isVerified && (
        <Stack gap="2" mt="2">
          <CopiedValue label={t('TXT record name')} text={record_name} />
          <CopiedValue label={t('TXT record value')} text={record_value} />
        </Stack>
      )}
      {mayChange && (
        <Flex gap="2" wrap="wrap" mt="2.5">
          {!isVerified && (
            <Button size="sm" aria-label={t('Verify {name}', { name: domain })} onClick={onVerify}>
              {t('Verify')}
            </Button>
          )}
          <Button size="sm" aria-label={t('Remove {name}', { name: domain })} onClick={onRemove}>
            {t('Remove')}
          </Button>
        </Flex>
      )}
    </Row>
  )
}
