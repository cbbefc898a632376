import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { signInOfferMachine } from '../../../machines/accounts/sign-in-offer.machine.ts'
import { t } from '../../../texts/t.ts'
import { useSearchParam } from '../../actors.ts'
import { ButtonAnchor } from '../../parts/link.tsx'
import { useViewActor } from '../../view-actor.ts'

/** The link to an organization's provider, if the domain of the typed address has one. */
export function CompanyOffer({ machine, domain }: { machine: typeof signInOfferMachine; domain: string }) {
  const actor = useViewActor(machine, { input: { domain } })
  useEffect(() => actor.send({ type: 'domain.changed', domain }), [actor, domain])
  const offer = useSelector(actor, ({ context }) => context.offer)
  const returnTo = useSearchParam('return')
  const { organization = null, url = null } = offer ?? {}
  return (
    <Box role="status">
      {organization !== null && url !== null && (
        <ButtonAnchor
          href={returnTo === null ? url : `${url}&return=${encodeURIComponent(returnTo)}`}
          variant="outline"
          size="lg"
          width="full"
        >
          {t('Continue with {organization}', { organization })}
        </ButtonAnchor>
      )}
    </Box>
  )
}
