import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import type { TwoFactorSetupRef } from '../../../machines/two-factor-setup/two-factor-setup.machine.ts'
import type { TwoFactor } from '../../../services/contract/security.ts'
import { useMachines, useResource } from '../../actors.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { counted } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Section } from '../../parts/section.tsx'
import { RowsSkeleton } from './sessions.tsx'

const LEAD = 'After your password, log-in asks for a code that only your phone knows.'

/** A second step at log-in, on or off. */
export function TwoFactorSection() {
  const setup = useActorRef(useMachines().twoFactorSetup)
  const twoFactor = useResource('twoFactor', {})
  return (
    <>
      <ResourceView
        resource={twoFactor}
        skeleton={
          <Section title="Two-factor log-in" lead={LEAD}>
            <RowsSkeleton />
          </Section>
        }
      >
        {(state) => (state.enabled ? <TurnedOn state={state} /> : <TurnedOff setup={setup} />)}
      </ResourceView>
      <SetupDialogs actor={setup} />
    </>
  )
}

const TurnedOff = ({ setup }: { setup: TwoFactorSetupRef }) => (
  <Section
    title="Two-factor log-in"
    lead={LEAD}
    action={<Button onClick={() => setup.send({ type: 'form.opened' })}>Turn on</Button>}
  />
)

function TurnedOn({ state: { backup_codes_left } }: { state: TwoFactor }) {
  const form = useActorRef(useMachines().endTwoFactor)
  return (
    <Section
      title="Two-factor log-in"
      lead={LEAD}
      action={<Button onClick={() => form.send({ type: 'form.opened' })}>Turn off</Button>}
    >
      <Notice tone={backup_codes_left > 2 ? 'good' : 'caution'}>
        It is on. {counted(backup_codes_left, 'backup code')} left
        {backup_codes_left > 2 ? '.' : ': turn it off and on again for ten new ones.'}
      </Notice>
      <FormDialog
        actor={form}
        title="Turn off two-factor log-in?"
        description="Your password alone opens your account then, and your backup codes end."
        submit="Turn off"
        busy="Turning off…"
      >
        <TextField
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          autoFocus
        />
      </FormDialog>
    </Section>
  )
}

function SetupDialogs({ actor }: { actor: TwoFactorSetupRef }) {
  const showsCodes = useSelector(actor, (setup) => setup.hasTag('codes'))
  const asksPassword = useSelector(actor, (setup) => setup.hasTag('password'))
  const { setup, backupCodes } = useSelector(actor, ({ context }) => context)
  const close = () => actor.send({ type: 'form.closed' })
  if (showsCodes)
    return (
      <Dialog
        open
        locked={false}
        title="Keep these backup codes"
        description="Each opens your account once, should you lose your phone. They are not shown again."
        size="md"
        onClose={close}
      >
        <DialogBody>
          <Secret label="Backup codes" text={backupCodes.join('\n')} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            I have kept them
          </Button>
        </DialogFooter>
      </Dialog>
    )
  return (
    <FormDialog
      actor={actor}
      title="Turn on two-factor log-in"
      submit={setup ? 'Turn on' : 'Continue'}
      busy="Checking…"
    >
      {asksPassword && (
        <TextField
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          autoFocus
        />
      )}
      {setup && <Scan setup={setup} />}
    </FormDialog>
  )
}

const Scan = ({ setup }: { setup: { uri: string; secret: string } }) => (
  <Stack gap="4">
    <Flex gap="5" direction={{ base: 'column', sm: 'row' }} align={{ base: 'center', sm: 'flex-start' }}>
      <QrCode text={setup.uri} label="QR code for your authenticator app" />
      <Box fontSize="md" minWidth={0}>
        <Text>Scan this with an authenticator app, then type the six digits that it shows.</Text>
        <Text textStyle="small" color="ink.2" mt="3">
          No camera? Type this key into the app:
        </Text>
        <chakra.code fontFamily="mono" fontSize="sm" overflowWrap="anywhere" userSelect="all">
          {setup.secret.replace(/(.{4})(?!$)/g, '$1 ')}
        </chakra.code>
      </Box>
    </Flex>
    <TextField
      name="code"
      label="Code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      autoFocus
    />
  </Stack>
)
