import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { useShell } from '../../shell-actors.ts'
import { SendLink } from './send-link.tsx'

/** Whether the server refuses actions that need a confirmed address. */
export const useIsUnverified = () =>
  useSelector(useShell().verification, (verification) => verification.hasTag('unverified'))

/** Explains why an action needs a confirmed address, and offers to resend the email; empty once it is confirmed. */
export function NeedsVerified({ to }: { to: string }) {
  const { verification } = useShell()
  const email = useSelector(verification, ({ context }) => context.email)
  if (!useIsUnverified()) return null
  return (
    <Notice tone="caution">
      <Flex align="center" justify="space-between" columnGap="4" rowGap="2" wrap="wrap">
        <Text flex="1 1 18rem" minWidth={0} overflowWrap="anywhere">
          {t('To {to}, first confirm your address with the link we emailed to {email}.', { to, email })}
        </Text>
        <SendLink actor={verification} />
      </Flex>
    </Notice>
  )
}
