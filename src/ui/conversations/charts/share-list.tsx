import { Box, Flex, Text } from '@chakra-ui/react'
import { formatNumber } from '../../parts/format.ts'

interface ShareListProps {
  title: string
  items: readonly {
    readonly key: string
    readonly label: string
    readonly value: number
    readonly shown?: string
  }[]
}

/** Shares of a whole, the largest first: one line each, as long as its share. */
export function ShareList({ title, items }: ShareListProps) {
  const most = Math.max(1, ...items.map(({ value }) => value))
  return (
    <Box role="group" aria-label={title}>
      <Text fontWeight="semibold" fontSize="md" mb="2">
        {title}
      </Text>
      <Box as="ul" listStyleType="none">
        {items.map(({ key, label, value, shown }) => (
          <Box as="li" key={key} py="1.5">
            <Flex justify="space-between" gap="4" fontSize="md">
              <Text overflowWrap="anywhere" minWidth={0} dir="auto">
                {label}
              </Text>
              <Text color="ink.2" flexShrink={0}>
                {shown ?? formatNumber(value)}
              </Text>
            </Flex>
            <Box
              data-bar
              height="3px"
              bg="ink"
              borderRadius="full"
              mt="1"
              transformOrigin="0 0"
              style={{ transform: `scaleX(${value / most})` }}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}
