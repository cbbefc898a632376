import { Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { InvitationRef } from '../../../machines/organizations/invitation.machine.ts'
import type { InvitationOffer } from '../../../services/contract/invitations.ts'
import { t } from '../../../texts/t.ts'
import { SendLink } from '../../accounts/verification/send-link.tsx'
import { usePath } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { useProvidedActor } from '../../provided.ts'

/** The actions on a pending invitation, depending on who is signed in. */
export function OfferAnswer({ actor, offer }: { actor: InvitationRef; offer: InvitationOffer }) {
  const invitation = useSelector(actor, (snapshot) => snapshot)
  const busy = invitation.hasTag('busy')
  const isDeclining = invitation.matches({ open: 'declining' })
  if (
    invitation.matches({ open: 'signedOut' }) ||
    (isDeclining && invitation.context.visitor?.email === null)
  )
    return <Entrance actor={actor} offer={offer} busy={busy} />
  if (invitation.matches({ open: 'wrongAccount' }) || invitation.matches({ open: 'signingOut' }))
    return (
      <Stack gap="5" align="flex-start">
        <Notice tone="caution">
          <Rich
            text={t('The invitation is for <0>{email}</0>, and you are logged in as <1>{ownEmail}</1>.', {
              email: offer.email,
              ownEmail: invitation.context.visitor?.email,
            })}
            parts={[<b />, <b />]}
          />
        </Notice>
        <Button
          variant="primary"
          size="lg"
          disabled={busy}
          onClick={() => actor.send({ type: 'signOut.requested' })}
        >
          {t('Log out and continue')}
        </Button>
      </Stack>
    )
  return (
    <>
      {invitation.hasTag('unproven') && <Unproven email={offer.email} />}
      <Flex gap="3" wrap="wrap">
        <Button
          variant="primary"
          size="lg"
          disabled={busy}
          onClick={() => actor.send({ type: 'invitation.accepted' })}
        >
          {invitation.matches({ open: 'accepting' }) ? (
            <>
              <Spinner aria-hidden />
              {t('Joining…')}
            </>
          ) : (
            t('Accept and join')
          )}
        </Button>
        <Decline actor={actor} busy={busy} />
      </Flex>
    </>
  )
}

const entrances = {
  logIn: { page: '/login', label: t('Log in to accept') },
  register: { page: '/register', label: t('Create an account') },
} as const

const leads = {
  known: t('You already have an account. Log in, and we will bring you back here.'),
  unknown: t('You need an account first. It takes a minute, and we will bring you back here.'),
  undisclosed: t('Log in or create an account, and we will bring you back here.'),
} as const

/** Log-in or registration, with the address filled in and a return link. */
function Entrance({ actor, offer, busy }: { actor: InvitationRef; offer: InvitationOffer; busy: boolean }) {
  const query = new URLSearchParams({ email: offer.email, return: usePath() })
  const { has_account } = offer
  const ways = [has_account !== false && entrances.logIn, has_account !== true && entrances.register]
  return (
    <Stack gap="4">
      <Text color="ink.2">
        {leads[has_account === null ? 'undisclosed' : has_account ? 'known' : 'unknown']}
      </Text>
      <Flex gap="3" wrap="wrap">
        {ways
          .filter((way) => way !== false)
          .map(({ page, label }, place) => (
            <ButtonLink
              key={page}
              to={`${page}?${query}`}
              variant={place === 0 ? 'primary' : 'outline'}
              size="lg"
            >
              {label}
            </ButtonLink>
          ))}
        <Decline actor={actor} busy={busy} />
      </Flex>
    </Stack>
  )
}

/** The link was copied, not mailed, to an account with an unproved address. */
function Unproven({ email }: { email: string }) {
  const verification = useProvidedActor('verification')
  const isVerified = useSelector(verification, (snapshot) => snapshot.hasTag('verified'))
  if (isVerified) return null
  return (
    <Notice tone="caution">
      <Stack gap="3" align="flex-start">
        <Text overflowWrap="anywhere">
          {t(
            'This is a copied link. Open the one in the invitation email to {email}, or confirm your address first.',
            { email },
          )}
        </Text>
        <SendLink actor={verification} label={t('Email me a confirmation link')} />
      </Stack>
    </Notice>
  )
}

const Decline = ({ actor, busy }: { actor: InvitationRef; busy: boolean }) => (
  <Button size="lg" disabled={busy} onClick={() => actor.send({ type: 'invitation.declined' })}>
    {t('Decline')}
  </Button>
)
