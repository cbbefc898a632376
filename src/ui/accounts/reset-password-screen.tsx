import { Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ResetPasswordRef } from '../../machines/accounts/reset-password.machine.ts'
import { t } from '../../texts/t.ts'
import { useRouteParam } from '../actors.ts'
import { Form, FormError, SubmitButton, TextField } from '../parts/form.tsx'
import { ButtonLink, Link } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { NewPasswordField } from '../parts/new-password-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { Rich } from '../parts/rich.tsx'
import { RetryButton, SkeletonLine } from '../parts/states.tsx'
import { UsernameHint } from '../parts/username-hint.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from '../shell/auth-layout.tsx'

/** S2.6, S5.2, S8.9 */
export function ResetPasswordScreen() {
  const actor = useProvidedActor('resetPassword', {
    input: { token: useRouteParam('token') },
  })
  return (
    <AuthLayout
      title={t('A new password.')}
      lead={t('It replaces the old one. All devices are logged out, and your API keys are deleted.')}
    >
      <Content actor={actor} />
    </AuthLayout>
  )
}

function Content({ actor }: { actor: ResetPasswordRef }) {
  const reset = useSelector(actor, (snapshot) => snapshot)
  const { error, email } = reset.context
  if (reset.hasTag('loading'))
    return (
      <Loading gap="5" label={t('Checking the link')}>
        <SkeletonLine height="2em" />
        <SkeletonLine height="2em" />
        <SkeletonLine height="2em" />
      </Loading>
    )
  if (reset.hasTag('failed'))
    return (
      <Stack gap="4" align="flex-start">
        <Notice tone="error">{error}</Notice>
        <RetryButton actor={actor} />
        <WaysOn />
      </Stack>
    )
  if (reset.hasTag('done'))
    return (
      <Stack gap="5" align="flex-start">
        <Notice tone="good">
          {t('Your password was changed. Log in with the new one. Your API keys were deleted.')}
        </Notice>
        <ButtonLink to="/login" variant="primary" size="lg">
          {t('Log in')}
        </ButtonLink>
      </Stack>
    )
  if (reset.hasTag('open'))
    return (
      <Form actor={actor}>
        <FormError />
        <Text textStyle="small" color="ink.2">
          <Rich text={t('For <0>{email}</0>', { email })} parts={[<b />]} />
        </Text>
        <UsernameHint email={email} />
        <NewPasswordField name="new_password" label={t('New password')} owner={{ email }} />
        <TextField
          name="confirmation"
          label={t('Confirm new password')}
          type="password"
          autoComplete="new-password"
          required
        />
        <SubmitButton size="lg" mt="2" busy={t('Saving…')}>
          {t('Save new password')}
        </SubmitButton>
      </Form>
    )
  return (
    <Stack gap="5" align="flex-start">
      <Notice tone="error">{error}</Notice>
      <ButtonLink to="/forgot-password" variant="primary" size="lg">
        {t('Request a new link')}
      </ButtonLink>
      <Text textStyle="small" color="ink.2">
        <Link to="/login">{t('Back to log in')}</Link>
      </Text>
    </Stack>
  )
}

const WaysOn = () => (
  <Text textStyle="small" color="ink.2">
    <Rich
      text={t('<0>Request a new link</0> or go <1>back to log in</1>.')}
      parts={[<Link to="/forgot-password" />, <Link to="/login" />]}
    />
  </Text>
)
