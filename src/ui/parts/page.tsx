import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Widths of pages by use: filling in a form, reading a text, browsing a list. */
const MEASURES = { form: 'column', reading: 'reading', list: 'page' } as const
export type Measure = keyof typeof MEASURES

interface PageProps {
  title: string
  lead?: ReactNode
  action?: ReactNode
  measure?: Measure
  children: ReactNode
}

/** Position of a page: centred on a wide window; narrower pages align with the left edge of lists. */
export const PageFrame = ({ measure = 'list', children }: Pick<PageProps, 'measure' | 'children'>) => (
  <Box px={{ base: '5', md: '11' }} py={{ base: '7', md: '9' }}>
    <Box mx="auto" maxWidth={MEASURES.list}>
      <Box maxWidth={MEASURES[measure]}>{children}</Box>
    </Box>
  </Box>
)

/** The title of a page, its purpose, and its main action. */
export const PageHeader = ({ title, lead, action }: Omit<PageProps, 'measure' | 'children'>) => (
  <Flex gap="4" align={{ md: 'flex-end' }} justify="space-between" mb="6.5" wrap="wrap">
    <Box minWidth={0} flex="1 1 20rem">
      <Heading as="h1" textStyle="title" tabIndex={-1} outline="none" overflowWrap="anywhere" dir="auto">
        {title}
      </Heading>
      {lead && (
        <Text as="div" color="ink.2" mt="1">
          {lead}
        </Text>
      )}
    </Box>
    {action}
  </Flex>
)

/** A page of the protected area. */
export const Page = ({ measure = 'list', children, ...header }: PageProps) => (
  <PageFrame measure={measure}>
    <PageHeader {...header} />
    {children}
  </PageFrame>
)
