import { Box, type BoxProps, Heading, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** One item of a list; the whole card links where its title does. */
export const Card = (props: BoxProps) => (
  <Box
    position="relative"
    display="flex"
    flexDirection="column"
    gap="2.5"
    bg="raised"
    border="1px solid"
    borderColor="rule"
    borderRadius="lg"
    px="5.5"
    py="5"
    transition="border-color 120ms"
    _hover={{ borderColor: 'control' }}
    css={{ '& b': { color: 'ink', fontWeight: 600 } }}
    {...props}
  />
)

export const CardTitle = ({ to, children }: { to: string; children: string }) => (
  <Heading as="h2" textStyle="section" overflowWrap="anywhere" minWidth={0}>
    <Link
      to={to}
      dir="auto"
      fontWeight="normal"
      _hover={{ textDecoration: 'none' }}
      _after={{ content: '""', position: 'absolute', inset: 0, borderRadius: 'lg' }}
    >
      {children}
    </Link>
  </Heading>
)

/** A line of figures at the bottom of a card. */
export const CardFacts = ({ children }: { children: ReactNode }) => (
  <Stack
    direction="row"
    gap="5"
    wrap="wrap"
    borderTop="1px solid"
    borderColor="rule"
    pt="3"
    fontSize="sm"
    color="ink.2"
  >
    {children}
  </Stack>
)
