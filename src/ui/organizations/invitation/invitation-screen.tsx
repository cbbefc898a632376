import { Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { InvitationRef } from '../../../machines/organizations/invitation.machine.ts'
import type { InvitationOffer } from '../../../services/contract/invitations.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam } from '../../actors.ts'
import { formatDate } from '../../parts/format.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { RetryButton, SkeletonLine } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { OfferAnswer } from './offer-answer.tsx'

/** The target of an invitation mail. */
export function InvitationScreen() {
  const actor = useProvidedActor('invitation', { input: { token: useRouteParam('token') } })
  const offer = useSelector(actor, ({ context }) => context.offer)
  return (
    <AuthLayout
      title={offer ? offer.organization_name : t('An invitation.')}
      lead={offer ? leadOf(offer) : t('Build assistants together.')}
    >
      <Content actor={actor} />
    </AuthLayout>
  )
}

/** Its sender may have deleted their account. */
const inviterOf = ({ invited_by, organization_name }: InvitationOffer) => invited_by || organization_name

const leadOf = (offer: InvitationOffer) =>
  t(
    '{invited_by} invites you to join, as {role, select, owner {owner} admin {admin} editor {editor} other {viewer}}.',
    { invited_by: inviterOf(offer), role: offer.role },
  )

const endings = {
  expired: t('This invitation has expired.'),
  revoked: t('This invitation was withdrawn.'),
  declined: t('This invitation was declined.'),
  accepted: t('This invitation was accepted.'),
} as const

function Content({ actor }: { actor: InvitationRef }) {
  const invitation = useSelector(actor, (snapshot) => snapshot)
  const { offer, error } = invitation.context
  if (invitation.hasTag('loading'))
    return (
      <Loading gap="5" label={t('Loading the invitation')}>
        <SkeletonLine height="2em" />
        <SkeletonLine width="60%" />
      </Loading>
    )
  if (invitation.hasTag('failed'))
    return (
      <Stack gap="4" align="flex-start">
        <Notice tone="error">{error}</Notice>
        <RetryButton actor={actor} />
      </Stack>
    )
  if (invitation.hasTag('unknown') || offer === null)
    return (
      <Ending label={t('Go to Home')}>
        {t('This invitation link is not valid. It may be incomplete: open it from the email again.')}
      </Ending>
    )
  if (invitation.hasTag('ended') && offer.status !== 'pending')
    return (
      <Ending label={offer.status === 'accepted' ? t('Open Lectern') : t('Go to Home')}>
        {endings[offer.status]}{' '}
        {offer.status !== 'accepted' && t('Ask {person} for a new one.', { person: inviterOf(offer) })}
      </Ending>
    )
  if (invitation.hasTag('joined') || invitation.hasTag('member'))
    return (
      <Ending label={t('Open Lectern')} tone="good">
        {invitation.hasTag('member')
          ? t('You are already a member of {organization_name}.', {
              organization_name: offer.organization_name,
            })
          : t('Welcome to {organization_name}.', { organization_name: offer.organization_name })}
      </Ending>
    )
  if (invitation.hasTag('declined'))
    return (
      <Ending label={t('Go to Home')} tone="good">
        {t('You declined the invitation. {invited_by} can invite you again.', {
          invited_by: inviterOf(offer),
        })}
      </Ending>
    )
  return (
    <Stack gap="5">
      {error && <Notice tone="error">{error}</Notice>}
      <OfferAnswer actor={actor} offer={offer} />
      <Text textStyle="small" color="ink.2">
        <Rich
          text={t('For <0>{email}</0>, until {expires_at}.', {
            email: offer.email,
            expires_at: formatDate(offer.expires_at),
          })}
          parts={[<b />]}
        />
      </Text>
    </Stack>
  )
}

interface EndingProps {
  label: string
  tone?: 'good' | 'caution'
  children: ReactNode
}

const Ending = ({ label, tone = 'caution', children }: EndingProps) => (
  <Stack gap="5" align="flex-start">
    <Notice tone={tone}>{children}</Notice>
    <ButtonLink to="/" variant="primary" size="lg">
      {label}
    </ButtonLink>
  </Stack>
)
