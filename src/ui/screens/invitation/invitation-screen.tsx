import { Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { InvitationRef } from '../../../machines/invitation/invitation.machine.ts'
import type { InvitationOffer } from '../../../services/contract/invitations.ts'
import { roleName } from '../../../services/contract/roles.ts'
import { useRouteParam } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/form.tsx'
import { formatDate } from '../../parts/format.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useInvitationMachines } from './machines.ts'
import { OfferAnswer } from './offer-answer.tsx'

/** Where the mail of an invitation leads. */
export function InvitationScreen() {
  const actor = useViewActor(useInvitationMachines().invitation, { input: { token: useRouteParam('token') } })
  const offer = useSelector(actor, ({ context }) => context.offer)
  return (
    <AuthLayout
      title={offer ? offer.organization_name : 'An invitation.'}
      lead={offer ? leadOf(offer) : 'To work on assistants together.'}
    >
      <Content actor={actor} />
    </AuthLayout>
  )
}

const leadOf = ({ invited_by, role }: InvitationOffer) =>
  `${invited_by} invites you to join, as ${roleName[role].toLowerCase()}.`

const endings = {
  expired: 'This invitation has expired.',
  revoked: 'This invitation was withdrawn.',
  declined: 'This invitation was declined.',
  accepted: 'This invitation was accepted.',
} as const

function Content({ actor }: { actor: InvitationRef }) {
  const invitation = useSelector(actor, (snapshot) => snapshot)
  const { offer, error } = invitation.context
  if (invitation.hasTag('loading'))
    return (
      <Stack gap="5" aria-busy="true" aria-label="Reading the invitation">
        <SkeletonLine height="2.8em" />
        <SkeletonLine width="60%" />
      </Stack>
    )
  if (invitation.hasTag('failed'))
    return (
      <Stack gap="4" align="flex-start">
        <Notice tone="error">{error}</Notice>
        <Button onClick={() => actor.send({ type: 'retry.requested' })}>Try Again</Button>
      </Stack>
    )
  if (invitation.hasTag('unknown') || offer === null)
    return (
      <Ending to="/" label="Go to Home">
        No invitation has this link. Perhaps a part of it was lost on the way: open it from the mail once
        more.
      </Ending>
    )
  if (invitation.hasTag('ended') && offer.status !== 'pending')
    return (
      <Ending to="/" label={offer.status === 'accepted' ? 'Open Lectern' : 'Go to Home'}>
        {endings[offer.status]}
        {offer.status !== 'accepted' && ` Ask ${offer.invited_by} for a new one.`}
      </Ending>
    )
  if (invitation.hasTag('joined') || invitation.hasTag('member'))
    return (
      <Ending to="/" label="Open Lectern" tone="good">
        {invitation.hasTag('member')
          ? `You are a member of ${offer.organization_name} already.`
          : `Welcome to ${offer.organization_name}.`}
      </Ending>
    )
  if (invitation.hasTag('declined'))
    return (
      <Ending to="/" label="Go to Home" tone="good">
        You declined the invitation. {offer.invited_by} can invite you again.
      </Ending>
    )
  return (
    <Stack gap="5">
      {error && <Notice tone="error">{error}</Notice>}
      <OfferAnswer actor={actor} offer={offer} />
      <Text textStyle="small" color="ink.2">
        For <b>{offer.email}</b>, until {formatDate(offer.expires_at)}.
      </Text>
    </Stack>
  )
}

interface EndingProps {
  to: string
  label: string
  tone?: 'good' | 'caution'
  children: ReactNode
}

const Ending = ({ to, label, tone = 'caution', children }: EndingProps) => (
  <Stack gap="5" align="flex-start">
    <Notice tone={tone}>{children}</Notice>
    <ButtonLink to={to} variant="primary" size="lg">
      {label}
    </ButtonLink>
  </Stack>
)
