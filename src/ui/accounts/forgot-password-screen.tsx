import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Form, FormError, SubmitButton, TextField } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { Rich } from '../parts/rich.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from '../shell/auth-layout.tsx'

/** S2.5 */
export function ForgotPasswordScreen() {
  const actor = useProvidedActor('forgotPassword')
  const sent = useSelector(actor, (form) => form.matches('closed'))
  return (
    <AuthLayout
      title={t('Forgot your password?')}
      lead={t('Enter your email address, and we will send you a link to choose a new password.')}
    >
      {sent ? (
        <>
          <Notice tone="good">
            {t(
              'If an account uses this address, we have emailed it a link. The link works once, for one hour.',
            )}
          </Notice>
          <Text textStyle="small" color="ink.2" mt="4">
            <Rich
              text={t('Didn’t get it? Check your spam folder or <0>resend it</0>.')}
              parts={[
                <Button variant="link" size="inline" onClick={() => actor.send({ type: 'form.opened' })} />,
              ]}
            />
          </Text>
        </>
      ) : (
        <Form actor={actor}>
          <FormError />
          <TextField name="email" label={t('Email')} type="email" autoComplete="username" autoFocus />
          <SubmitButton size="lg" mt="2" busy={t('Sending…')}>
            {t('Email me a link')}
          </SubmitButton>
        </Form>
      )}
      <Text textStyle="small" color="ink.2" mt="5">
        <Link to="/login">{t('Back to log in')}</Link>
      </Text>
    </AuthLayout>
  )
}
