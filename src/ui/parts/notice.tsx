import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A message about the page: a failure, a warning, a success. */
export function Notice({ tone, children }: { tone: 'error' | 'caution' | 'good'; children: ReactNode }) {
  const color = { error: 'accent', caution: 'caution', good: 'good' }[tone]
  return (
    <Box
      role={tone === 'error' ? 'alert' : 'status'}
      bg={`${color}.wash`}
      borderInlineStart="3px solid"
      borderColor={color}
      borderRadius="xs"
      px="3.5"
      py="2.5"
      fontSize="md"
    >
      {children}
    </Box>
  )
}
