import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { VerificationRef } from '../../../machines/accounts/verification.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'

/** Resends the mail, and shows the result. */
export function SendLink({ actor, label = t('Send again') }: { actor: VerificationRef; label?: string }) {
  const busy = useSelector(actor, (verification) => verification.hasTag('busy'))
  const sent = useSelector(actor, (verification) => verification.hasTag('sent'))
  const error = useSelector(actor, ({ context }) => context.error)
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <Text
        as="span"
        role="status"
        fontSize="sm"
        color={error ? 'accent' : 'ink.2'}
        _empty={{ display: 'none' }}
      >
        {error ?? (sent ? t('Sent. The new link works for one hour.') : '')}
      </Text>
      <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'link.requested' })}>
        {busy ? t('Sending…') : label}
      </Button>
    </Flex>
  )
}
