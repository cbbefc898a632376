import { useSelector } from '@xstate/react'
import type { CreateProvisioningTokenRef } from '../../../machines/accounts/create-provisioning-token.machine.ts'
import { TOKEN_NAME_MAX } from '../../../services/contract/provisioning.ts'
import { t } from '../../../texts/t.ts'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { LifetimeField } from '../../parts/lifetime-field.tsx'
import { Secret } from '../../parts/secret.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'

/** The form of a new token, and then its secret, once. */
export function TokenDialogs({ actor }: { actor: CreateProvisioningTokenRef }) {
  const secret = useSelector(actor, ({ context }) => context.output?.secret ?? null)
  if (secret !== null)
    return (
      <SecretDialog
        title={t('Your new provisioning token')}
        description={t('Enter it at your provider now. You will not see it again.')}
        onClose={() => actor.send({ type: 'form.closed' })}
      >
        <Secret label={t('Token')} text={secret} />
      </SecretDialog>
    )
  return (
    <FormDialog
      actor={actor}
      title={t('New provisioning token')}
      submit={t('Create token')}
      busy={t('Creating…')}
    >
      <TextField name="name" label={t('Name')} maxLength={TOKEN_NAME_MAX} placeholder={t('Okta')} autoFocus />
      <LifetimeField endless={t('When you delete it')} />
    </FormDialog>
  )
}
