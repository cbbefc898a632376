import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { daysLeft } from '../../machines/billing/trial-banner.machine.ts'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../texts/t.ts'
import { IconButton } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { Rich } from '../parts/rich.tsx'
import { useProvidedActor } from '../provided.ts'
import { useOrganizationId, useWorkspace } from '../workspace.ts'

const tones = { red: 'accent', yellow: 'caution', blue: 'notice' } as const

/** S4.15, S4.16: for people who can choose a plan. */
export function TrialBanner() {
  const { organizations } = useWorkspace()
  const trialBanner = useProvidedActor('trialBanner', {
    input: { organizationId: useOrganizationId() },
  })
  const owns = useSelector(organizations, canOwn)
  const tone = useSelector(trialBanner, (banner) =>
    banner.matches({ shown: 'red' }) ? 'red' : banner.matches({ shown: 'yellow' }) ? 'yellow' : 'blue',
  )
  const shown = useSelector(trialBanner, (banner) => banner.hasTag('shown'))
  const days = useSelector(trialBanner, ({ context }) => daysLeft(context))
  if (!shown || !owns) return null
  return (
    <Flex
      as="aside"
      aria-label={t('Trial')}
      data-tone={tone}
      flex="1 1 20rem"
      align="center"
      gap="2.5"
      bg={`${tones[tone]}.wash`}
      borderBottom="1px solid"
      borderColor="rule"
      px={{ base: '4', md: '5' }}
      py="0.5"
    >
      <Box aria-hidden boxSize="2" borderRadius="full" bg={tones[tone]} />
      <Text fontSize="sm" color="ink.2">
        <Rich
          text={t('<0>{days, plural, =0 {no days} one {# day} other {# days}}</0> left in your trial', {
            days,
          })}
          parts={[<Text as="b" color={tones[tone]} />]}
        />
      </Text>
      <Link to="/pricing" fontSize="sm" me="auto">
        {t('Choose a plan')}
      </Link>
      <IconButton
        label={t('Dismiss for today')}
        onClick={() => trialBanner.send({ type: 'banner.dismissed' })}
      >
        <X aria-hidden />
      </IconButton>
    </Flex>
  )
}
