import { Box, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { FillBeside } from '../../parts/fill.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'

interface ListColumnProps {
  title: string
  /** On a narrow window a conversation takes the place of the list. */
  isBeside?: boolean
  children: ReactNode
}

/** The list of conversations, under the title of the page. */
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

/** The shape of the screen while it is read. */
export const ListWaiting = ({ title }: { title: string }) => (
  <FillBeside>
    <ListColumn title={title}>
      <Box px="2.5">
        <SkeletonRows count={6} />
      </Box>
    </ListColumn>
  </FillBeside>
)
