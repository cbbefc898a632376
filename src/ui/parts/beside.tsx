import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { buttonsInRows } from './button.tsx'
import { FillBeside } from './fill.tsx'
import { Link } from './link.tsx'
import { Loading } from './loading.tsx'
import { SkeletonRows } from './skeletons.tsx'
import { SkeletonLine } from './states.tsx'

interface ListColumnProps {
  title: string
  /** On a narrow window, a conversation replaces the list. */
  isBeside?: boolean
  children: ReactNode
}

/** The list of conversations, under the page's title. */
export const ListColumn = ({ title, isBeside = false, children }: ListColumnProps) => (
  <Box
    hideBelow={isBeside ? 'lg' : undefined}
    display="flex"
    flexDirection="column"
    minHeight={0}
    borderInlineEnd={{ lg: '1px solid' }}
    borderColor={{ lg: 'rule' }}
    px={{ base: '2.5', lg: '3' }}
    pt="7"
  >
    <Heading
      as="h1"
      textStyle={{ base: 'title', lg: 'section' }}
      tabIndex={-1}
      outline="none"
      px="2.5"
      mb="4"
    >
      {title}
    </Heading>
    {children}
  </Box>
)

/** The shape of the screen while it loads. */
export const ListWaiting = ({ title }: { title: string }) => (
  <FillBeside>
    <ListColumn title={title}>
      <Box px="2.5">
        <SkeletonRows count={6} />
      </Box>
    </ListColumn>
  </FillBeside>
)

interface ListLineProps {
  to: string
  isShown: boolean
  dense?: boolean
  children: ReactNode
}

/** One conversation of the list. */
export const ListLine = ({ to, isShown, dense = false, children }: ListLineProps) => (
  <Link
    to={to}
    aria-current={isShown ? 'true' : undefined}
    display="block"
    px="2.5"
    py={dense ? '2' : '2.5'}
    mb="0.5"
    borderRadius="sm"
    fontWeight="medium"
    color={isShown ? 'accent' : 'ink'}
    bg={isShown ? 'accent.wash' : 'transparent'}
    _hover={{ bg: 'accent.wash', textDecoration: 'none' }}
  >
    {children}
  </Link>
)

/** Shown beside the list until one is chosen. */
export const NoneChosen = ({ children }: { children: ReactNode }) => (
  <Flex hideBelow="lg" align="center" justify="center" p="11">
    <Text textStyle="section" fontStyle="italic" color="ink.2">
      {children}
    </Text>
  </Flex>
)

interface ChosenProps {
  /** Title of the page. */
  title: string
  /** The list that it was chosen from. */
  listPath: string
  children: ReactNode
}

/** The conversation beside the list; on a narrow window with a link back to it. */
export const Chosen = ({ title, listPath, children }: ChosenProps) => (
  <Box minWidth={0} minHeight={0} display="flex" flexDirection="column">
    {/* The list and its heading are hidden there. */}
    <Heading as="h1" srOnly hideFrom="lg">
      {title}
    </Heading>
    <Link
      to={listPath}
      hideFrom="lg"
      display="inline-flex"
      alignItems="center"
      gap="2"
      px="5"
      pt="4"
      alignSelf="flex-start"
      css={{ '& svg': { width: '4', height: '4' } }}
    >
      <ArrowLeft aria-hidden data-directional />
      {t('All conversations')}
    </Link>
    {children}
  </Box>
)

/** The shape of the conversation while it loads. */
export const ChosenWaiting = () => (
  <Loading gap="5" p={{ base: '5', md: '9' }}>
    <SkeletonLine width="70%" height="2em" />
    <SkeletonLine />
    <SkeletonLine width="60%" />
  </Loading>
)

/** Details of the conversation, and its actions. */
export const ChosenBar = ({ children }: { children: ReactNode }) => (
  <Flex
    align="center"
    gap="2"
    rowGap="2.5"
    wrap="wrap"
    px={{ base: '5', md: '8' }}
    py="3"
    borderBottom="1px solid"
    borderColor="rule"
    css={buttonsInRows}
  >
    {children}
  </Flex>
)
