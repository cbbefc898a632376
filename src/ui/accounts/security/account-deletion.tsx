import { useSelector } from '@xstate/react'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { listed } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { RetryButton } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { OwnPassword } from './own-password.tsx'

const quoted = (organizations: readonly { name: string }[]) =>
  listed(organizations.map(({ name }) => t('“{quoted}”', { quoted: name })))

/** Deletes the account; not while others would be left without an owner. */
export function AccountDeletion() {
  const form = useProvidedActor('deleteAccount')
  const user = useResourceData(useResource('me', {}))
  const hasPassword = useSelector(form, ({ context }) => context.hasPassword)
  const preview = useSelector(form, ({ context }) => context.preview)
  const loading = useSelector(form, (deletion) => deletion.hasTag('loading'))
  const failed = useSelector(form, (deletion) => deletion.hasTag('failed'))
  const blocked = preview !== null && preview.blocked_by.length > 0
  return (
    <Section
      title={t('Delete your account')}
      lead={t('Your profile, devices and API keys are deleted. Your work stays with its organization.')}
      action={
        <Button
          variant="danger"
          disabled={user === null}
          onClick={() => user && form.send({ type: 'form.opened', hasPassword: user.has_password })}
        >
          {t('Delete account')}
        </Button>
      }
    >
      <FormDialog
        actor={form}
        title={blocked ? t('Your account cannot be deleted yet') : t('Delete your account?')}
        description={!blocked && t('This cannot be undone.')}
        submit={blocked || failed ? null : t('Delete my account')}
        busy={t('Deleting…')}
        loading={loading}
        isDangerous
      >
        {loading && <SkeletonFields count={1} />}
        {failed && <RetryButton actor={form} justifySelf="start" />}
        {blocked && (
          <Notice tone="caution">
            {t(
              'You are the last owner of {blocked_by}, and other people are members there. Make someone else an owner there, or switch to the organization and delete it under Settings → Organization.',
              { blocked_by: quoted(preview.blocked_by) },
            )}
          </Notice>
        )}
        {preview && !blocked && (
          <>
            {preview.deletes.length > 0 && (
              <Notice tone="caution">
                {t('This also deletes {deletes}, with everything inside: you are the only member.', {
                  deletes: quoted(preview.deletes),
                })}
              </Notice>
            )}
            {hasPassword ? (
              <OwnPassword autoFocus />
            ) : (
              t(
                'You log in through your organization. If that was more than ten minutes ago, first log out and in again.',
              )
            )}
          </>
        )}
      </FormDialog>
    </Section>
  )
}
