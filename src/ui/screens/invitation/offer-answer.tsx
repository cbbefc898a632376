import { Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { InvitationRef } from '../../../machines/invitation/invitation.machine.ts'
import type { InvitationOffer } from '../../../services/contract/invitations.ts'
import { usePath } from '../../actors.tsx'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/form.tsx'
import { ButtonLink } from '../../parts/link.tsx'

/** What there is to do about an open invitation, by who is signed in. */
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
          The invitation is for <b>{offer.email}</b>, and you are logged in as{' '}
          <b>{invitation.context.visitor?.email}</b>.
        </Notice>
        <Button
          variant="primary"
          size="lg"
          disabled={busy}
          onClick={() => actor.send({ type: 'signOut.requested' })}
        >
          Log out and go on
        </Button>
      </Stack>
    )
  return (
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
            Joining…
          </>
        ) : (
          'Accept and join'
        )}
      </Button>
      <Decline actor={actor} busy={busy} />
    </Flex>
  )
}

/** Log-in or registration, with the address filled in and the way back. */
function Entrance({ actor, offer, busy }: { actor: InvitationRef; offer: InvitationOffer; busy: boolean }) {
  const query = new URLSearchParams({ email: offer.email, return: usePath() })
  return (
    <Stack gap="4">
      <Text color="ink.2">
        {offer.has_account
          ? 'You have an account already. Log in, and you are brought back here.'
          : 'You need an account first. It takes a minute, and you are brought back here.'}
      </Text>
      <Flex gap="3" wrap="wrap">
        <ButtonLink to={`${offer.has_account ? '/login' : '/register'}?${query}`} variant="primary" size="lg">
          {offer.has_account ? 'Log in to accept' : 'Create an account'}
        </ButtonLink>
        <Decline actor={actor} busy={busy} />
      </Flex>
    </Stack>
  )
}

const Decline = ({ actor, busy }: { actor: InvitationRef; busy: boolean }) => (
  <Button size="lg" disabled={busy} onClick={() => actor.send({ type: 'invitation.declined' })}>
    Decline
  </Button>
)
