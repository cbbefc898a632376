import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.ul aria-label={label} listStyleType="none">
    {children}
  </chakra.ul>
)

interface RowProps {
  lead?: ReactNode
  title: ReactNode
  badge?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** One person, device, key or sign-in, with its details and actions. */
export const RowBody = ({ lead, title, badge, aside, children }: RowProps) => (
  <Flex columnGap="4" rowGap="2.5" align="center" py="3" wrap={{ base: 'wrap', sm: 'nowrap' }}>
    {lead}
    {/* If both do not fit side by side, the actions move below. */}
    <Box flex={{ base: '1 1 12rem', sm: '1' }} minWidth={0}>
      <Text
        as="div"
        fontSize="md"
        fontWeight="semibold"
        overflowWrap="anywhere"
        display="flex"
        gap="2"
        flexWrap="wrap"
      >
        {title}
        {badge}
      </Text>
      <Text as="div" textStyle="small" color="ink.2" overflowWrap="anywhere">
        {children}
      </Text>
    </Box>
    {aside}
  </Flex>
)

export const Row = (props: RowProps) => (
  <chakra.li _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}>
    <RowBody {...props} />
  </chakra.li>
)
