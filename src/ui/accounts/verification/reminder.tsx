import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { t } from '../../../texts/t.ts'
import { Rich } from '../../parts/rich.tsx'
import { useShell } from '../../shell-actors.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { SendLink } from './send-link.tsx'

/** A quiet line above the content, until the address is confirmed. */
export function VerificationReminder() {
  const { verification } = useShell()
  const shown = useSelector(verification, (snapshot) => snapshot.hasTag('unverified'))
  const email = useSelector(verification, ({ context }) => context.email)
  const system = useResourceData(useResource('system', {}))
  if (!shown) return null
  return (
    <Flex
      as="aside"
      aria-label={t('Email address')}
      align="center"
      justify="space-between"
      columnGap="4"
      rowGap="1.5"
      wrap="wrap"
      bg="sheet"
      borderBottom="1px solid"
      borderColor="rule"
      px={{ base: '4', md: '5' }}
      py="1.5"
    >
      <Text flex="1 1 22rem" minWidth={0} fontSize="md" color="ink.2">
        <Rich
          text={t('Confirm your address with the link we emailed to <0>{email}</0>.', { email })}
          parts={[<Text as="b" color="ink" overflowWrap="anywhere" />]}
        />{' '}
        {system?.mails === 'kept' &&
          t(
            'No email server is set up yet, so find it in the outbox. Its address was printed when the server started. If someone else runs the server, ask them for the link.',
          )}
      </Text>
      <SendLink actor={verification} />
    </Flex>
  )
}
