import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { daysLeft } from '../../machines/trial-banner/trial-banner.machine.ts'
import { IconButton } from '../parts/button.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { useWorkspace } from '../workspace.ts'

const tones = {
  red: { bg: 'accent.wash', color: 'accent' },
  yellow: { bg: 'caution.wash', color: 'caution' },
  blue: { bg: 'notice.wash', color: 'notice' },
} as const

/** S4.15, S4.16 */
export function TrialBanner() {
  const { trialBanner } = useWorkspace()
  const tone = useSelector(trialBanner, (banner) =>
    banner.matches({ shown: 'red' }) ? 'red' : banner.matches({ shown: 'yellow' }) ? 'yellow' : 'blue',
  )
  const shown = useSelector(trialBanner, (banner) => banner.hasTag('shown'))
  const days = useSelector(trialBanner, ({ context }) => daysLeft(context))
  if (!shown) return null
  const { bg, color } = tones[tone]
  return (
    <Flex
      as="aside"
      aria-label="Trial"
      data-tone={tone}
      align="center"
      gap="3"
      bg={bg}
      borderBottom="1px solid"
      borderColor="rule"
      px={{ base: '4', md: '5' }}
      py="1.5"
    >
      <Text flex="1" minWidth={0} fontSize="md">
        <Text as="b" color={color}>
          {days === 1 ? '1 day' : `${days} days`}
        </Text>{' '}
        left in your trial.
      </Text>
      <ButtonLink to="/pricing" size="sm">
        Choose a plan
      </ButtonLink>
      <IconButton label="Dismiss for today" onClick={() => trialBanner.send({ type: 'banner.dismissed' })}>
        <X aria-hidden />
      </IconButton>
    </Flex>
  )
}
