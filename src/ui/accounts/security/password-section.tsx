import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { Section } from '../../parts/section.tsx'
import { UsernameHint } from '../../parts/username-hint.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { THROUGH_ORGANIZATION } from './own-password.tsx'

/** S7.change-password, S8.10 */
export function PasswordSection() {
  const form = useProvidedActor('changePassword')
  const user = useResourceData(useResource('me', {}))
  const hasPassword = user?.has_password !== false
  const { email = '', first_name = '', last_name = '' } = user ?? {}
  return (
    <Section
      title={t('Password')}
      lead={hasPassword ? t('Changing it logs out your other devices.') : THROUGH_ORGANIZATION}
      action={
        hasPassword && (
          <Button
            disabled={user === null}
            onClick={() => form.send({ type: 'form.opened', values: { email, first_name, last_name } })}
          >
            {t('Change password')}
          </Button>
        )
      }
    >
      <FormDialog
        actor={form}
        title={t('Change your password')}
        submit={t('Change password')}
        busy={t('Changing…')}
      >
        <UsernameHint email={email} />
        <TextField
          name="current_password"
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        <NewPasswordField name="new_password" label={t('New password')} />
        <TextField
          name="confirmation"
          label={t('Confirm new password')}
          type="password"
          autoComplete="new-password"
        />
      </FormDialog>
    </Section>
  )
}
