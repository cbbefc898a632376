import { Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { organizationValuesOf } from '../../../machines/organizations/organization-settings.machine.ts'
import {
  canManage,
  canOwn,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import {
  LOGO_BYTES_MAX,
  ORGANIZATION_DESCRIPTION_MAX,
  ORGANIZATION_NAME_MAX,
  type Organization,
} from '../../../services/contract/organizations.ts'
import { t } from '../../../texts/t.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { initialOf } from '../../parts/person.ts'
import { PictureField } from '../../parts/picture-field.tsx'
import { RecordForm, useRecord } from '../../parts/record-form.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided, useProvidedActor } from '../../provided.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useWorkspace } from '../../workspace.ts'
import { RetentionSection } from './retention-section.tsx'

/** S2.16: the second tab. */
export function OrganizationSettingsScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  const owns = useSelector(organizations, canOwn)
  return (
    <SettingsPage title={t('Organization')} lead={t('The name, description and logo of your organization.')}>
      {organization && (
        <Stack key={organization.id} gap="8">
          {!manages && (
            <Notice tone="caution">{t('Your role can view these settings but not change them.')}</Notice>
          )}
          <Logo organization={organization} manages={manages} />
          <Details organization={organization} manages={manages} />
          {manages && <RetentionSection organizationId={organization.id} />}
          {owns && <Deletion organization={organization} />}
        </Stack>
      )}
    </SettingsPage>
  )
}

interface Part {
  organization: Organization
  manages: boolean
}

function Logo({ organization, manages }: Part) {
  const logo = useProvidedActor('logo', {
    input: { id: organization.id, bytesMax: LOGO_BYTES_MAX },
  })
  return (
    <PictureField
      actor={logo}
      noun="logo"
      present={organization.logo_url !== null}
      disabled={!manages}
      hint={t('PNG, JPEG or WebP, up to 2 MB.')}
    >
      <Avatar
        url={organization.logo_url}
        initials={initialOf(organization)}
        size="72px"
        shape="organization"
      />
    </PictureField>
  )
}

const Details = ({ organization, manages }: Part) => (
  <RecordForm
    actor={useRecord(
      useProvided('organizationSettings'),
      organization.id,
      organization,
      organizationValuesOf,
    )}
    editable={manages}
    gap="5"
  >
    <TextField
      name="name"
      label={t('Organization Name')}
      autoComplete="organization"
      maxLength={ORGANIZATION_NAME_MAX}
    />
    <TextField
      name="description"
      label={t('Description')}
      rows={3}
      maxLength={ORGANIZATION_DESCRIPTION_MAX}
    />
  </RecordForm>
)

function Deletion({ organization: { id, name } }: { organization: Organization }) {
  const form = useProvidedActor('deleteOrganization')
  return (
    <Section
      title={t('Delete the organization')}
      lead={t(
        'Its knowledge bases, assistants and conversations are deleted for everyone. This cannot be undone.',
      )}
      action={
        <Button
          variant="danger"
          onClick={() => form.send({ type: 'form.opened', values: { id, called: name } })}
        >
          {t('Delete organization')}
        </Button>
      }
    >
      <FormDialog
        actor={form}
        title={t('Delete “{name}”?', { name })}
        submit={t('Delete organization')}
        busy={t('Deleting…')}
        isDangerous
        description={t(
          'All its knowledge bases, assistants and conversations are deleted for everyone. Its plan ends, and no card is charged again. This cannot be undone.',
        )}
      >
        <TextField
          name="name"
          label={
            <Text as="span" overflowWrap="anywhere">
              {t('Type “{name}” to confirm', { name })}
            </Text>
          }
          autoComplete="off"
          autoFocus
        />
      </FormDialog>
    </Section>
  )
}
