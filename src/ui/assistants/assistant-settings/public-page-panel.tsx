import { Box, Field, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { ExternalLink } from 'lucide-react'
import type { Integration } from '../../../services/contract/integrations.ts'
import { ORIGINS_MAX, type PublicPage, type PublicPageState } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified } from '../../accounts/verification/needs-verified.tsx'
import { useIsPast } from '../../parts/clock.ts'
import { useFieldError, useFieldValue, useForm } from '../../parts/form.tsx'
import { formatNumber } from '../../parts/format.ts'
import { listedNames } from '../../parts/joined.ts'
import { ButtonAnchor } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { RecordForm, useRecord } from '../../parts/record-form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Secret } from '../../parts/secret.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useProvided } from '../../provided.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { CustomerIdentity } from './customer-identity.tsx'
import { LinesField } from './lines.tsx'

interface PanelProps {
  integration: Integration
  editable: boolean
}

const states: readonly { value: PublicPageState; label: string }[] = [
  { value: 'off', label: t('Off: no one can open it') },
  { value: 'on', label: t('On: anyone with the link can ask') },
  { value: 'paused', label: t('Paused: visitors are asked to come back later') },
]

/** S2.8: who can ask without an account, from where, and how much. */
export function PublicPagePanel({ integration, editable }: PanelProps) {
  const organizationId = useOrganizationId()
  const page = useResource('publicPage', { organizationId, id: integration.id })
  return (
    <ResourceView resource={page} skeleton={<SkeletonFields />}>
      {(data) => (
        <Stack gap="8">
          {editable && <NeedsVerified to={t('open the page to the public')} />}
          {integration.restricted && (
            <Notice tone="caution">
              {t(
                'Only chosen groups and people can use this assistant. Before it can be public, an owner or admin must open it to everyone.',
              )}
            </Notice>
          )}
          {integration.config_version === null && (
            <Notice tone="caution">
              {t('Nothing is published yet. Publish the assistant, then turn on its public page.')}
            </Notice>
          )}
          {data.left_out.length > 0 && (
            <Notice tone="caution">
              {t('Visitors get no answers from {bases}: only its readers can see what is restricted.', {
                bases: listedNames(data.left_out.map(({ name }) => name)),
              })}
            </Notice>
          )}
          {data.left_out_documents.length > 0 && (
            <Notice tone="caution">
              {t(
                'Visitors get no answers from {count, plural, one {this restricted document} other {these # restricted documents}}: {documents}.',
                {
                  count: data.left_out_documents.length,
                  documents: listedNames(data.left_out_documents.map(({ name }) => name)),
                },
              )}
            </Notice>
          )}
          {data.state !== 'off' && <Ended at={data.expires_at} />}
          {data.state !== 'off' && <ShareLink integration={integration} url={data.url} />}
          {data.state !== 'off' && <CustomerIdentity id={integration.id} page={data} editable={editable} />}
          {data.state !== 'off' && <Budget page={data} />}
          <PageForm integration={integration} page={data} editable={editable} />
        </Stack>
      )}
    </ResourceView>
  )
}

function Ended({ at }: { at: string | null }) {
  return (
    useIsPast(at) && (
      <Notice tone="caution">
        {t('The end date has passed: the page is closed. To open it again, choose a later date, or none.')}
      </Notice>
    )
  )
}

const Budget = ({ page: { used_today, daily_limit } }: { page: PublicPage }) => (
  <Box>
    <Flex justify="space-between" mb="1.5" fontSize="sm" gap="4">
      <Text fontWeight="semibold">{t('Questions today')}</Text>
      <Text color="ink.2">
        {t('{used} of {limit} · {left} left', {
          used: formatNumber(used_today),
          limit: formatNumber(daily_limit),
          left: formatNumber(Math.max(daily_limit - used_today, 0)),
        })}
      </Text>
    </Flex>
    <ProgressBar label={t('Questions today')} value={Math.min(used_today / daily_limit, 1)} />
  </Box>
)

const PageForm = ({ integration, page, editable }: PanelProps & { page: PublicPage }) => (
  <RecordForm
    actor={useRecord(useProvided('publicPage'), integration.id, page, useProvided('publicPageValues'))}
    editable={editable}
    gap="5"
  >
    <SelectField name="state" label={t('Public page')} options={states} />
    <Flex gap="5" wrap="wrap">
      <NumberField
        name="visitor_limit"
        label={t('Questions per visitor per day')}
        hint={t('Counted per browser.')}
      />
      <NumberField
        name="daily_limit"
        label={t('Questions per day, in total')}
        hint={t('They also count towards your plan’s monthly questions.')}
      />
    </Flex>
    <DayField />
    <LinesField
      name="allowed_origins"
      label={t('Sites allowed to embed it')}
      noun="site"
      hint={t('Sites allowed to embed the assistant in a frame. Only this site by default.')}
      max={ORIGINS_MAX}
      maxLength={200}
      placeholder={t('https://www.example.com')}
    />
  </RecordForm>
)

function NumberField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const form = useForm()
  const value = useFieldValue(name) as number
  const error = useFieldError(name)
  return (
    <Field.Root invalid={error !== null} flex="1 1 14rem">
      <Field.Label>{label}</Field.Label>
      <Input
        type="number"
        inputMode="numeric"
        name={name}
        min={1}
        value={value === 0 ? '' : value}
        onChange={({ target }) => form.send({ type: 'field.changed', name, value: Number(target.value) })}
      />
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  )
}

function DayField() {
  const form = useForm()
  const value = useFieldValue('expires_on') as string
  return (
    <Field.Root maxWidth="16rem">
      <Field.Label>{t('End date (optional)')}</Field.Label>
      <Input
        type="date"
        name="expires_on"
        value={value}
        onChange={({ target }) =>
          form.send({ type: 'field.changed', name: 'expires_on', value: target.value })
        }
      />
      <Field.HelperText>{t('After this date, the page is closed.')}</Field.HelperText>
    </Field.Root>
  )
}

interface ShareLinkProps {
  integration: Integration
  /** The public page's address. */
  url: string
}

/** The ways to share the public page: a link, a QR code, or a line of HTML for one's own site. */
function ShareLink({ integration: { id }, url }: ShareLinkProps) {
  const source = new URL('/embed.js', url)
  const script = `<script async src="${source}" data-assistant="${id}"></script>`
  return (
    <Flex gap="6" wrap="wrap" align="flex-start">
      <Stack gap="4" flex="1 1 20rem" minWidth={0}>
        <Box>
          <Flex justify="space-between" align="center" mb="1.5" gap="3">
            <Text fontWeight="semibold" fontSize="sm">
              {t('Link')}
            </Text>
            <ButtonAnchor href={url} target="_blank" size="sm" variant="ghost">
              <ExternalLink aria-hidden />
              {t('Open')}
            </ButtonAnchor>
          </Flex>
          <Secret label={t('Link')} text={url} />
        </Box>
        <Box>
          <Text fontWeight="semibold" fontSize="sm" mb="1.5">
            {t('On your own site')}
          </Text>
          <Text textStyle="small" color="ink.2" mb="1.5">
            {t('The button uses the published appearance. The code stays the same when you change it.')}
          </Text>
          <Secret label={t('Embed code')} text={script} />
        </Box>
      </Stack>
      <QrCode text={url} label={t('Code for {url}', { url })} />
    </Flex>
  )
}
