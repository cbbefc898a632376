import { Stack, Text } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { listed } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useResource, useResourceData } from '../../workspace.ts'

const quoted = (organizations: readonly { name: string }[]) =>
  listed(organizations.map(({ name }) => t('“{quoted}”', { quoted: name })))

/** Deletes the account; not while others would be left without an owner. */
export function AccountDeletion() {
  const form = useViewActor(useProvided('deleteAccount'))
  const deletion = useResourceData(useResource('deletion', {}))
  const { blocked_by = [], deletes = [] } = deletion ?? {}
  return (
    <Section
      title={t('Delete your account')}
      lead={t('Your profile, devices and API keys are deleted. Your work stays with its organization.')}
      action={
        <Button
          variant="danger"
          disabled={deletion === null || blocked_by.length > 0}
          onClick={() => form.send({ type: 'form.opened' })}
        >
          {t('Delete account')}
        </Button>
      }
    >
      {blocked_by.length > 0 && (
        <Notice tone="caution">
          {t(
            'You are the last owner of {blocked_by}, which has other members. Make someone else an owner, or switch to it and delete it under Settings → Organization.',
            { blocked_by: quoted(blocked_by) },
          )}
        </Notice>
      )}
      <FormDialog
        actor={form}
        title={t('Delete your account?')}
        description={t('This cannot be undone.')}
        submit={t('Delete my account')}
        busy={t('Deleting…')}
        isDangerous
      >
        <Stack gap="4">
          {deletes.length > 0 && (
            <Text>
              {t('You are the only member of {deletes}. Everything in it is deleted as well.', {
                deletes: quoted(deletes),
              })}
            </Text>
          )}
          <TextField
            name="password"
            label={t('Your password')}
            type="password"
            autoComplete="current-password"
            autoFocus
          />
        </Stack>
      </FormDialog>
    </Section>
  )
}
