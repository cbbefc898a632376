import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { Mark } from '../parts/mark.tsx'
import { Rich } from '../parts/rich.tsx'

/** The pages before log-in: the form on the left, what Lectern does on the right. */
export function AuthLayout({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1.05fr' }} minHeight="100dvh">
      <Flex direction="column" px={{ base: '6', md: '14' }} py={{ base: '6', md: '10' }} gap="8">
        <Brand />
        <Box as="main" width="full" maxWidth="form" m="auto">
          <Heading
            as="h1"
            tabIndex={-1}
            outline="none"
            fontSize="2.75rem"
            lineHeight="tight"
            overflowWrap="anywhere"
          >
            {title}
          </Heading>
          <Text color="ink.2" mt="2" mb="7">
            {lead}
          </Text>
          {children}
        </Box>
        <Text as="footer" textStyle="small" color="ink.2">
          {t('Assistants that answer from your team’s documents and cite their sources.')}
        </Text>
      </Flex>
      <Flex
        as="aside"
        aria-label={t('An answer with its sources')}
        hideBelow="lg"
        direction="column"
        justify="center"
        bg="sheet"
        borderInlineStart="1px solid"
        borderColor="rule"
        px="16"
        py="10"
      >
        <Sample />
      </Flex>
    </Grid>
  )
}

/** Lectern's mark and name. */
export const Brand = () => (
  <Flex as="header" align="center" gap="2.5">
    <Mark />
    <Text as="span" fontFamily="heading" fontSize="2xl" lineHeight="1">
      {t('Lectern')}
    </Text>
  </Flex>
)

const Cite = ({ n }: { n: number }) => (
  <Box
    as="sup"
    fontSize="2xs"
    fontWeight="semibold"
    color="accent"
    bg="accent.wash"
    borderRadius="xs"
    px="1.5"
    py="0.5"
    ms="0.5"
    verticalAlign="3px"
  >
    {n}
  </Box>
)

const Sample = () => (
  <Box maxWidth="32.5rem">
    <Text fontFamily="heading" fontSize="2.125rem" lineHeight="1.2">
      {t('“How long do I have to return a pair of boots?”')}
    </Text>
    <Text mt="7" fontSize="1.0625rem" lineHeight="1.65">
      {t('Thirty days from delivery, unworn and in the box.')}
      <Cite n={1} /> {t('Members have sixty.')}
      <Cite n={2} />
    </Text>
    <Grid
      mt="7"
      pt="4"
      borderTop="1px solid"
      borderColor="rule"
      templateColumns="24px 1fr"
      gap="10px 12px"
      fontSize="md"
      color="ink.2"
    >
      <Text color="accent" fontWeight="bold">
        1
      </Text>
      <Text>
        <Rich
          text={t(
            '<0>Returns policy.pdf</0>, p. 2 — “…may be returned <1>within 30 days of delivery</1>, unworn, in the original box…”',
          )}
          parts={[<Source />, <mark />]}
        />
      </Text>
      <Text color="accent" fontWeight="bold">
        2
      </Text>
      <Text>
        <Rich
          text={t('<0>Membership FAQ</0> — “…<1>60 days</1> for members…”')}
          parts={[<Source />, <mark />]}
        />
      </Text>
    </Grid>
  </Box>
)

const Source = ({ children }: { children?: ReactNode }) => (
  <Text as="b" color="ink" fontWeight="bold">
    {children}
  </Text>
)
