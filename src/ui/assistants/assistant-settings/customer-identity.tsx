import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { IdentitySecretRef } from '../../../machines/visitors/identity-secret.machine.ts'
import type { PublicPage } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useFieldError } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Secret, SecretDialog } from '../../parts/secret.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { useProvidedActor } from '../../provided.ts'

interface CustomerIdentityProps {
  /** Id of the assistant. */
  id: string
  page: PublicPage
  editable: boolean
}

const SERVER_CODE = `const user = JSON.stringify({ id, name, email })
const hash = createHmac('sha256', process.env.LECTERN_IDENTITY_SECRET).update(user).digest('hex')`

/** How a site proves its customer's identity. */
export function CustomerIdentity({
  id,
  page: { identity_since: since, url },
  editable,
}: CustomerIdentityProps) {
  const actor = useProvidedActor('identitySecret')
  const source = new URL('/embed.js', url)
  return (
    <Box>
      <Text fontWeight="semibold" fontSize="sm" mb="1.5">
        {t('Verified customers')}
      </Text>
      <Text textStyle="small" color="ink.2" mb="3">
        {t(
          'Your site’s server can sign the identity of customers who are logged in. Your team sees them as verified, and they do not have to enter their name and email.',
        )}
      </Text>
      {since !== null && (
        <>
          <Secret label={t('Code for your server')} text={SERVER_CODE} />
          <Secret
            label={t('Embed code for customers')}
            text={`<script async src="${source}" data-assistant="${id}" data-user="{user}" data-user-hash="{hash}"></script>`}
          />
        </>
      )}
      {editable && (
        <Flex gap="3" rowGap="2" align="center" wrap="wrap">
          <Button
            size="sm"
            onClick={() => actor.send({ type: 'form.opened', values: { id, renews: since !== null } })}
          >
            {since === null ? t('Create identity secret') : t('Renew identity secret')}
          </Button>
          {since !== null && (
            <Text textStyle="small" color="ink.2">
              {t('Created {since}', { since: formatMoment(since) })}
            </Text>
          )}
        </Flex>
      )}
      <SecretDialogs actor={actor} />
    </Box>
  )
}

/** Confirms the creation or renewal, then shows the secret once. */
function SecretDialogs({ actor }: { actor: IdentitySecretRef }) {
  const secret = useSelector(actor, ({ context }) => context.output?.secret ?? null)
  const renews = useSelector(actor, ({ context }) => context.values.renews)
  if (secret !== null)
    return (
      <SecretDialog
        title={t('Your identity secret')}
        description={t('Copy it now. You will not see it again. Keep it on your server, never in a page.')}
        onClose={() => actor.send({ type: 'form.closed' })}
      >
        <Secret label={t('Secret')} text={secret} />
      </SecretDialog>
    )
  return renews ? (
    <FormDialog
      actor={actor}
      title={t('Renew the identity secret?')}
      description={t(
        'Signatures made with the previous secret stop working. Customers appear as not verified until your server uses the new one.',
      )}
      submit={t('Renew secret')}
      busy={t('Renewing…')}
    >
      <Understood />
    </FormDialog>
  ) : (
    <FormDialog
      actor={actor}
      title={t('Create an identity secret?')}
      description={t(
        'You will see it only once. Your server uses it to sign the identity of customers who are logged in on your site.',
      )}
      submit={t('Create secret')}
      busy={t('Creating…')}
    >
      {null}
    </FormDialog>
  )
}

function Understood() {
  const error = useFieldError('understood')
  return (
    <Box>
      <ToggleField
        name="understood"
        label={t('The previous secret ends now')}
        hint={t('I will replace it on my server.')}
      />
      {error && (
        <Text textStyle="small" color="accent" role="alert" mt="1.5">
          {error}
        </Text>
      )}
    </Box>
  )
}
