import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { Link } from './link.tsx'
import { Loading } from './loading.tsx'
import { SkeletonLine } from './states.tsx'
import { Badge } from './status-badge.tsx'

interface CardProps {
  to: string
  of: { readonly name: string; readonly description: string; readonly restricted: boolean }
  badge: ReactNode
  /** A line of figures at the bottom. */
  children: ReactNode
}

/** One item of a list; the whole card links where its title does. */
export const Card = ({ to, of: { name, description, restricted }, badge, children }: CardProps) => (
  <Box
    as="article"
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
  >
    <Flex justify="space-between" align="flex-start" gap="4">
      <Heading as="h2" textStyle="section" overflowWrap="anywhere" minWidth={0}>
        <Link
          to={to}
          dir="auto"
          fontWeight="normal"
          _hover={{ textDecoration: 'none' }}
          _after={{ content: '""', position: 'absolute', inset: 0, borderRadius: 'lg' }}
        >
          {name}
        </Link>
      </Heading>
      <Flex gap="1.5" wrap="wrap" justify="flex-end">
        {restricted && <Badge tone="quiet">{t('Restricted')}</Badge>}
        {badge}
      </Flex>
    </Flex>
    <Text color="ink.2" fontSize="md" lineClamp={2} minHeight="1.5em">
      {description}
    </Text>
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
  </Box>
)

export const CardGrid = ({ children }: { children: ReactNode }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
    gap="4.5"
  >
    {children}
  </Box>
)

/** The shape of a list of cards. */
export const SkeletonCards = () => (
  <Loading>
    <CardGrid>
      {[1, 2].map((place) => (
        <Flex
          direction="column"
          key={place}
          bg="raised"
          border="1px solid"
          borderColor="rule"
          borderRadius="lg"
          p="6"
          gap="3"
        >
          <SkeletonLine width="45%" height="1.5em" />
          <SkeletonLine width="80%" />
          <SkeletonLine width="60%" />
        </Flex>
      ))}
    </CardGrid>
  </Loading>
)
