import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { t } from '../../../texts/t.ts'
import { Rich } from '../../parts/rich.tsx'
import { useShell } from '../../shell-actors.ts'
import { SendLink } from './send-link.tsx'

/** An unobtrusive line above the content, until the address is confirmed. */
export function VerificationReminder() {
  const { verification } = useShell()
  const shown = useSelector(verification, (snapshot) => snapshot.hasTag('unverified'))
  const { email, isKept } = useSelector(verification, ({ context }) => context)
  if (!shown) return null
  return (
    <Flex
      as="aside"
      aria-label={t('Email address')}
      flex="2 1 30rem"
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
      <Box flex="1 1 18rem" minWidth={0} fontSize="sm" color="ink.2">
        <Rich
          text={
            isKept
              ? t('Confirm <0>{email}</0>: the link is in this server’s outbox.', { email })
              : t('Confirm your address with the link we emailed to <0>{email}</0>.', { email })
          }
          parts={[<Text as="b" color="ink" overflowWrap="anywhere" />]}
        />
        {isKept && (
          <chakra.details>
            <chakra.summary cursor="pointer" fontWeight="medium" py="0.5">
              {t('How to find it')}
            </chakra.summary>
            {t(
              'No email server is set up yet. The address of the outbox was printed when the server started. If someone else runs the server, ask them for the link.',
            )}
          </chakra.details>
        )}
      </Box>
      <SendLink actor={verification} />
    </Flex>
  )
}
