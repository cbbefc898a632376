import { Grid, Stack, Text } from '@chakra-ui/react'
import { profileValuesOf } from '../../../machines/accounts/profile.machine.ts'
import { PHOTO_BYTES_MAX, type User } from '../../../services/contract/accounts.ts'
import { t } from '../../../texts/t.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Button } from '../../parts/button.tsx'
import { Form, FormError, TextField, useFieldValue } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { initialsOf, nameOf } from '../../parts/person.ts'
import { PictureField } from '../../parts/picture-field.tsx'
import { useRecord } from '../../parts/record-form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { Section } from '../../parts/section.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { timeZones } from '../../parts/time-zones.ts'
import { UsernameHint } from '../../parts/username-hint.tsx'
import { useProvided, useProvidedActor } from '../../provided.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useResource } from '../../workspace.ts'
import { OwnPassword, THROUGH_ORGANIZATION } from '../security/own-password.tsx'
import { NeedsVerified, useIsUnverified } from '../verification/needs-verified.tsx'
import { languages, localeOf, partsOf, regions } from './locales.ts'

/** Every time zone that the browser knows; '' is its own. */
const timezones = (chosen: string) => [
  {
    value: '',
    label: t('Same as this browser: {timeZone}', {
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  },
  ...timeZones(chosen),
]

/** Details about the person, shown to themselves and their colleagues. */
export function ProfilePanel() {
  const me = useResource('me', {})
  return (
    <ResourceView resource={me} skeleton={<SkeletonFields count={4} />}>
      {(user) => (
        <Stack gap="8">
          <Photo user={user} />
          <Details user={user} />
          <EmailAddress user={user} />
        </Stack>
      )}
    </ResourceView>
  )
}

function Photo({ user }: { user: User }) {
  const photo = useProvidedActor('photo', {
    input: { id: user.id, bytesMax: PHOTO_BYTES_MAX },
  })
  return (
    <PictureField
      actor={photo}
      noun="photo"
      present={user.profile_picture_url !== null}
      hint={t('PNG, JPEG or WebP, up to 5 MB. Location and camera data are removed.')}
    >
      <Avatar url={user.profile_picture_url} initials={initialsOf(user)} size="72px" shape="person" />
    </PictureField>
  )
}

function Details({ user }: { user: User }) {
  const form = useRecord(useProvided('profile'), user.id, user, profileValuesOf)
  return (
    <Form actor={form} gap="5" aria-label={t('Profile of {user}', { user: nameOf(user) })}>
      <FormError />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="5">
        <TextField name="first_name" label={t('First name')} autoComplete="given-name" maxLength={60} />
        <TextField name="last_name" label={t('Last name')} autoComplete="family-name" maxLength={60} />
      </Grid>
      <TextField
        name="job_title"
        label={t('Job title')}
        autoComplete="organization-title"
        maxLength={80}
        hint={t('Optional. Your team sees it next to your name.')}
      />
      <Writing timezone={user.timezone} />
      <SaveBar actor={form} />
    </Form>
  )
}

/** Time zone and locale: the language of the texts, and a region for dates and numbers. */
function Writing({ timezone }: { timezone: string }) {
  const parts = partsOf(String(useFieldValue('locale')))
  return (
    <>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="5">
        <SelectField name="timezone" label={t('Time zone')} options={timezones(timezone)} />
        <SelectField
          name="locale"
          label={t('Language')}
          options={languages()}
          choiceOf={(locale) => partsOf(String(locale)).language}
          parse={(language) => localeOf({ ...parts, language })}
        />
      </Grid>
      <SelectField
        name="locale"
        label={t('Dates and numbers')}
        options={regions(parts)}
        choiceOf={(locale) => partsOf(String(locale)).region}
        parse={(region) => localeOf({ ...parts, region })}
      />
    </>
  )
}

function EmailAddress({ user: { email, has_password } }: { user: User }) {
  const form = useProvidedActor('changeEmail')
  const isUnverified = useIsUnverified()
  return (
    <Section
      title={t('Email address')}
      lead={
        <Rich
          text={t('You log in with <0>{email}</0>.', { email })}
          parts={[<Text as="b" color="ink" overflowWrap="anywhere" />]}
        />
      }
      action={
        has_password &&
        !isUnverified && (
          <Button onClick={() => form.send({ type: 'form.opened' })}>{t('Change address')}</Button>
        )
      }
    >
      {has_password ? <NeedsVerified to={t('change it')} /> : <Text>{THROUGH_ORGANIZATION}</Text>}
      <FormDialog
        actor={form}
        title={t('Change your address')}
        description={t('We will email a link to the new address. Nothing changes until you open it.')}
        submit={t('Email me the link')}
        busy={t('Sending…')}
      >
        <UsernameHint email={email} />
        <TextField name="email" label={t('New email address')} type="email" autoComplete="email" autoFocus />
        <OwnPassword />
      </FormDialog>
    </Section>
  )
}

/** S2.14, S2.16: the first tab. */
export const ProfileSettingsScreen = () => (
  <SettingsPage title={t('Profile')} lead={t('Your name and photo, as teammates see them.')}>
    <ProfilePanel />
  </SettingsPage>
)
