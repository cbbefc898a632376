import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { RenewBackupCodesRef } from '../../../machines/accounts/account-forms.machine.ts'
import type { TwoFactorSetupRef } from '../../../machines/accounts/two-factor-setup.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Secret, SecretDialog } from '../../parts/secret.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { OwnPassword, THROUGH_ORGANIZATION } from './own-password.tsx'

const LEAD = t('Logging in takes a code from your phone as well as your password.')

/** Two-factor log-in, on or off. */
export function TwoFactorSection() {
  const setup = useProvidedActor('twoFactorSetup')
  const ending = useProvidedActor('endTwoFactor')
  const renewing = useProvidedActor('renewBackupCodes')
  const twoFactor = useResource('twoFactor', {})
  const state = useResourceData(twoFactor)
  const user = useResourceData(useResource('me', {}))
  return (
    <Section
      title={t('Two-factor log-in')}
      lead={user?.has_password === false ? THROUGH_ORGANIZATION : LEAD}
      action={
        state &&
        user?.has_password &&
        (state.enabled ? (
          <Flex gap="2" wrap="wrap">
            <Button onClick={() => renewing.send({ type: 'form.opened' })}>{t('New backup codes')}</Button>
            <Button onClick={() => ending.send({ type: 'form.opened' })}>{t('Turn off')}</Button>
          </Flex>
        ) : (
          <Button onClick={() => setup.send({ type: 'form.opened' })}>{t('Turn on')}</Button>
        ))
      }
    >
      <ResourceView resource={twoFactor} skeleton={<SkeletonRows count={2} />}>
        {({ enabled, backup_codes_left: left }) => enabled && <CodesLeft left={left} />}
      </ResourceView>
      <FormDialog
        actor={ending}
        title={t('Turn off two-factor log-in?')}
        description={t('You will log in with your password only, and your backup codes will stop working.')}
        submit={t('Turn off')}
        busy={t('Turning off…')}
      >
        <ProofFields />
      </FormDialog>
      <RenewalDialogs actor={renewing} />
      <SetupDialogs actor={setup} />
    </Section>
  )
}

const CodesLeft = ({ left: backup_codes_left }: { left: number }) => (
  <Notice tone={backup_codes_left > 2 ? 'good' : 'caution'}>
    {backup_codes_left > 2
      ? t('On. {backup_codes_left} backup codes left.', { backup_codes_left })
      : t(
          'On. {backup_codes_left, plural, =0 {No backup codes} one {# backup code} other {# backup codes}} left: create new ones.',
          { backup_codes_left },
        )}
  </Notice>
)

const ProofFields = () => (
  <>
    <OwnPassword autoFocus />
    <TextField
      name="code"
      label={t('Code')}
      hint={t('From your authenticator app, or a backup code.')}
      autoComplete="one-time-code"
      maxLength={40}
    />
  </>
)

function RenewalDialogs({ actor }: { actor: RenewBackupCodesRef }) {
  const made = useSelector(actor, ({ context }) => context.output)
  if (made)
    return <CodesDialog codes={made.backup_codes} onClose={() => actor.send({ type: 'form.closed' })} />
  return (
    <FormDialog
      actor={actor}
      title={t('Create new backup codes?')}
      description={t('You get ten new codes. The old ones stop working.')}
      submit={t('Create new codes')}
      busy={t('Creating codes…')}
    >
      <ProofFields />
    </FormDialog>
  )
}

const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <SecretDialog
    title={t('Save these backup codes')}
    description={t('Use a code once if you lose your phone. You will not see them again.')}
    kept={t('I have saved them')}
    onClose={onClose}
  >
    <Secret label={t('Backup codes')} text={codes.join('\n')} />
  </SecretDialog>
)

function SetupDialogs({ actor }: { actor: TwoFactorSetupRef }) {
  const showsCodes = useSelector(actor, (setup) => setup.hasTag('codes'))
  const asksPassword = useSelector(actor, (setup) => setup.hasTag('password'))
  const { setup, backupCodes } = useSelector(actor, ({ context }) => context)
  if (showsCodes)
    return <CodesDialog codes={backupCodes} onClose={() => actor.send({ type: 'form.closed' })} />
  return (
    <FormDialog
      actor={actor}
      title={t('Turn on two-factor log-in')}
      submit={setup ? t('Turn on') : t('Continue')}
      busy={t('Checking…')}
    >
      {asksPassword && <OwnPassword autoFocus />}
      {setup && <Scan setup={setup} />}
    </FormDialog>
  )
}

const Scan = ({ setup }: { setup: { uri: string; secret: string } }) => (
  <Stack gap="4">
    <Flex gap="5" direction={{ base: 'column', sm: 'row' }} align={{ base: 'center', sm: 'flex-start' }}>
      <QrCode text={setup.uri} label={t('QR code for your authenticator app')} />
      <Box fontSize="md" minWidth={0}>
        <Text>{t('Scan this with an authenticator app, then enter the six digits it shows.')}</Text>
        <Text textStyle="small" color="ink.2" mt="3">
          {t('No camera? Type this key into the app:')}
        </Text>
        <chakra.code
          fontFamily="mono"
          fontSize="sm"
          overflowWrap="anywhere"
          css={{ userSelect: 'all', WebkitUserSelect: 'all' }}
        >
          {setup.secret.replace(/(.{4})(?!$)/g, '$1 ')}
        </chakra.code>
      </Box>
    </Flex>
    <TextField
      name="code"
      label={t('Code')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      autoFocus
    />
  </Stack>
)
