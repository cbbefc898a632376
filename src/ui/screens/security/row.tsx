import { Box, chakra, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.ul aria-label={label} listStyleType="none">
    {children}
  </chakra.ul>
)

interface RowProps {
  lead?: ReactNode
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** One person, device, key or sign-in: what it is, what is to know of it, what may be done with it. */
export const Row = ({ lead, title, aside, children }: RowProps) => (
  <chakra.li
    display="flex"
    gap="4"
    alignItems="center"
    py="3"
    _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
  >
    {lead}
    <Box flex="1" minWidth={0}>
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
      </Text>
      <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
        {children}
      </Text>
    </Box>
    {aside}
  </chakra.li>
)
